import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { start, startReady, temporaryFile } from "./program.ts";

/** The static imports of a file, transitively, without types and dynamic imports. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith(".ts")) return seen;
  const statement = /(?:^|\n)(?:import|export)\s+(?!type\s)[^;"]*?from\s+"([^"]+)"/g;
  for (const [, target = ""] of readFileSync(file, "utf8").matchAll(statement)) {
    loadedWith(target.startsWith(".") ? join(dirname(file), target) : target, seen);
  }
  return seen;
}

const heavy =
  /^src\/(?:sandbox|config|store|workspace|control|api|gates|contract|http)\b|^zod$|^hono|sqlite/;

describe("the modules loaded before a command runs", () => {
  it.each([
    "src/main.ts",
    ...[
      "healthcheck",
      "ready",
      "version",
      "completion",
      "env",
      "reset",
      "leads",
      "time",
      "emails",
      "workspaces",
      "rules",
    ].map((name) => `src/cli/commands/${name}.ts`),
  ])("%s: nothing of the server", (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((one) => heavy.test(one))).toEqual([]);
  });

  it("src/main.ts: no command-line parser, which a start without options does not need", () => {
    expect([...loadedWith("src/main.ts")]).not.toContain("commander");
    expect([...loadedWith("src/cli/program.ts")]).toContain("commander");
  });

  it("exec: nothing of explore, which --bundle alone needs", () => {
    const loaded = [...loadedWith("src/cli/exec.ts")];
    expect(loaded).toContain("src/sandbox.ts");
    expect(loaded.filter((one) => one.startsWith("src/explore/"))).toEqual([]);
  });

  it.each(["serve", "exec", "record", "verify", "check-target", "explore", "replay"])(
    "%s: the server only when it runs, so that help and completion are quick",
    (name) => {
      const loaded = [...loadedWith(`src/cli/commands/${name}.ts`)];
      expect(loaded.filter((one) => /^src\/(?:sandbox|store|control)/.test(one))).toEqual([]);
      expect(readFileSync(`src/cli/commands/${name}.ts`, "utf8")).toContain('await import("../');
    },
  );
});

/** An option for Node that runs `code` first. */
function first(code: string): string {
  return `--require "${temporaryFile("first.cjs", code)}"`;
}

describe("the modules that a command loads while it runs", () => {
  const withoutFetch =
    'for (const name of ["fetch", "Headers", "Request", "Response"]) delete globalThis[name];';
  const listing = 'process.on("exit", () => console.error(process.moduleLoadList.join()));';

  it.each(["ready", "env", "leads list", "time show", "emails list", "workspaces list", "reset"])(
    "%s: no fetch, which takes longer than the rest of the command",
    async (line) => {
      const { ready } = await startReady();
      const ended = await start(line.split(" "), {
        LEAD_SANDBOX_URL: ready.url,
        NODE_OPTIONS: first(withoutFetch),
      }).ended;
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    },
  );

  it.each(["-V", "--version"])("%s: nothing that reads a command line", async (flag) => {
    const ended = await start([flag], { NODE_OPTIONS: first(listing) }).ended;
    expect(ended).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` });
    // Commander loads it.
    expect(ended.stderr).not.toContain("NativeModule child_process");
  });
});
