import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import packageJson from "../../../package.json" with { type: "json" };
import { start, startReady, temporaryFile, temporaryFolder } from "./program.ts";

/** All static imports of a file, transitively, without type-only and dynamic imports. */
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
  /^src\/(?:server\/(?:sandbox|settings|control|api|gates|openapi)|world\/(?:store|workspace)|network\/http(?!\/response-to\.ts))\b|^zod$|^hono|sqlite/;

describe("the modules loaded before a command runs", () => {
  it.each([
    "src/apps/cli/main.ts",
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
    ].map((name) => `src/apps/cli/commands/${name}.ts`),
  ])("of %s include no server code", (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((one) => heavy.test(one))).toEqual([]);
  });

  it("of src/apps/cli/main.ts include no command-line parser, as a start without options does not use one", () => {
    expect([...loadedWith("src/apps/cli/main.ts")]).not.toContain("commander");
    expect([...loadedWith("src/apps/cli/program.ts")]).toContain("commander");
  });

  it("of exec include no code of explore, which only --bundle uses", () => {
    const loaded = [...loadedWith("src/apps/cli/exec/exec.ts")];
    expect(loaded).toContain("src/server/sandbox/sandbox.ts");
    expect(loaded.filter((one) => one.startsWith("src/harness/explore/"))).toEqual([]);
  });

  it.each(["serve", "exec", "record", "verify", "check-target", "check-har", "explore", "replay"])(
    "of %s include no server code, so that help and completion are fast",
    (name) => {
      const loaded = [...loadedWith(`src/apps/cli/commands/${name}.ts`)];
      expect(
        loaded.filter((one) => /^src\/(?:server\/(?:sandbox|control)|world\/store)/.test(one)),
      ).toEqual([]);
      expect(readFileSync(`src/apps/cli/commands/${name}.ts`, "utf8")).toContain(
        'await import("../',
      );
    },
  );
});

/** A Node option that runs `code` first. */
function first(code: string): string {
  return `--require "${temporaryFile("first.cjs", code)}"`;
}

describe("the modules loaded while a command runs", () => {
  const withoutFetch =
    'for (const name of ["fetch", "Headers", "Request", "Response"]) delete globalThis[name];';
  const listing = 'process.on("exit", () => console.error(process.moduleLoadList.join()));';

  it.each(["ready", "env", "leads list", "time show", "emails list", "workspaces list", "reset"])(
    "of %s do not include fetch, which would take longer than the rest of the command",
    async (line) => {
      const { ready } = await startReady();
      const ended = await start(line.split(" "), {
        LEAD_SANDBOX_URL: ready.url,
        NODE_OPTIONS: first(withoutFetch),
      }).ended;
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    },
  );

  it.each(["-V", "--version"])("of %s include no command-line parser", async (flag) => {
    const ended = await start([flag], { NODE_OPTIONS: first(listing) }).ended;
    expect(ended).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` });
    // Commander loads this module.
    expect(ended.stderr).not.toContain("NativeModule child_process");
  });

  it("of a server include the SDK of MCP only from its first request on", async () => {
    const record = join(temporaryFolder(), "loaded");
    const recording = `const { appendFileSync } = require("node:fs");
      require("node:module").registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(record)}, url + "\\n");
          return next(url, context);
        },
      });`;
    const withSdk = (): readonly string[] =>
      readFileSync(record, "utf8")
        .split("\n")
        .filter((url) => url.startsWith("file:"))
        .filter((url) => readFileSync(new URL(url), "utf8").includes("io.modelcontextprotocol/"));
    const { ready } = await startReady([], { NODE_OPTIONS: first(recording) });
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${ready.url}${path}`)).status;
    expect(await statusOf("/v1/leads")).toBe(401);
    expect(await statusOf("/_sandbox/leads")).toBe(200);
    expect(withSdk()).toEqual([]);
    // GET is not a request of MCP.
    expect(await statusOf("/_sandbox/mcp")).toBe(405);
    expect(withSdk()).toHaveLength(1);
  });
});
