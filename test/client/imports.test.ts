import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, it } from "vitest";

/** The run-time imports of a module: all except type-only ones. */
function neededBy(file: string): readonly string[] {
  const source = readFileSync(file, "utf8");
  const statements =
    /^\s*(?:import|export)\s+(?!type\s)(?:[^;'"]*?\sfrom\s+)?"([^"]+)"|\b(?:import|require)\(\s*["'`]([^"'`]+)/gm;
  return Array.from(source.matchAll(statements), ([, from, called]) => from ?? called ?? "");
}

/** The files and packages that are reached from `entry` at run time. */
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

const reached = [...reachedFrom("src/client/sandbox-client.ts")];

describe("the modules of the client", () => {
  it("are found with all their run-time imports", () => {
    expect(reached).toContain("src/client/workspace-client.ts");
    expect(reached).toContain("src/client/connection.ts");
    expect(reached.length).toBeGreaterThan(8);
  });

  it("reach nothing of the server, and no package but the one that reads event streams", () => {
    const others = reached.filter((one) => !one.startsWith("src/client/"));
    expect(others).toEqual(["eventsource-parser/stream"]);
  });

  it("use nothing that only Node has", () => {
    const files = reached.filter((one) => one.startsWith("src/"));
    const uses = files.filter((file) =>
      /\b(?:process|Buffer|require|__dirname|setImmediate)\b(?!.*\*\/)/.test(
        readFileSync(file, "utf8").replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, ""),
      ),
    );
    expect(uses).toEqual([]);
  });

  it("are found also where a file imports the server by mistake", () => {
    expect([...reachedFrom("src/index.ts")]).toEqual(
      expect.arrayContaining(["src/sandbox.ts", "better-sqlite3", "hono"]),
    );
  });
});
