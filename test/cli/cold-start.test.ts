import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

/** What is loaded with a file before anything of it runs: its imports and theirs, but no types and nothing that is imported later. */
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

describe("what is loaded before a command runs", () => {
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

  it("src/main.ts: not what reads a command line, which a start without options does not need", () => {
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
