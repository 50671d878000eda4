import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, it } from "vitest";

/** The runtime imports of a module, which exclude type-only ones. */
function neededBy(file: string): readonly string[] {
  const source = readFileSync(file, "utf8");
  const statements =
    /^\s*(?:import|export)\s+(?!type\s)(?:[^;'"]*?\sfrom\s+)?"([^"]+)"|\b(?:import|require)\(\s*["'`]([^"'`]+)/gm;
  return Array.from(source.matchAll(statements), ([, from, called]) => from ?? called ?? "");
}

/** The files and packages that `entry` loads at runtime, transitively. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    if (!file.startsWith("src/")) return;
    for (const target of neededBy(file)) {
      follow(target.startsWith(".") ? normalize(join(dirname(file), target)) : target);
    }
  };
  follow(entry);
  return reached;
}

const reached = [...reachedFrom("src/library/client/sandbox-client.ts")];

describe("the modules of the client", () => {
  it("are found through all their runtime imports", () => {
    expect(reached).toContain("src/library/client/workspace-client.ts");
    expect(reached).toContain("src/library/client/connection.ts");
    expect(reached.length).toBeGreaterThan(8);
  });

  it("include no server code, and no package except the one that parses event streams", () => {
    const others = reached.filter((one) => !/^src\/(?:library\/client|base\/values)\//.test(one));
    expect(others).toEqual(["eventsource-parser/stream"]);
  });

  it("use no API that only Node has", () => {
    const files = reached.filter((one) => one.startsWith("src/"));
    const uses = files.filter((file) =>
      /\b(?:process|Buffer|require|__dirname|setImmediate)\b(?!.*\*\/)/.test(
        readFileSync(file, "utf8").replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, ""),
      ),
    );
    expect(uses).toEqual([]);
  });

  it("would include the server if a file imported it by mistake", () => {
    expect([...reachedFrom("src/index.ts")]).toEqual(
      expect.arrayContaining(["src/server/sandbox/sandbox.ts", "better-sqlite3", "hono"]),
    );
  });
});
