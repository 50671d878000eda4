import { realpathSync } from "node:fs";
import { delimiter } from "node:path";

import { describe, expect, it } from "vitest";

import { documentedVariables, environmentPrinter, parsedEnvironment } from "./environments.ts";
import { inheritedVariables, start, startProgram, temporaryFolder } from "./program.ts";

describe("exec without a writable temporary folder", () => {
  it("runs its command", async () => {
    const environment = { TMPDIR: "/nowhere/at/all" };
    expect(
      (await start(["exec", "--allow-no-requests", "--", "true"], environment).ended).code,
    ).toBe(0);
  });
});

describe("npm start, which runs in the folder of the package", () => {
  const called = { npm_lifecycle_event: "start", npm_package_name: "lead-sandbox" };
  const command = ["exec", "--allow-no-requests", "--log-level", "silent", "--", "pwd"];

  it("resolves paths and runs commands in the caller's folder, and nested commands stay in theirs", async () => {
    const folder = temporaryFolder();
    const script = "cd / && pwd && lead-sandbox exec --allow-no-requests --log-level silent -- pwd";
    const args = [...command.slice(0, -1), "sh", "-c", `pwd; ${script}`];
    const { stdout } = await start(args, { ...called, INIT_CWD: folder }).ended;
    expect(stdout).toBe(`${realpathSync(folder)}\n/\n/\n`);
  });

  it.each([{ npm_lifecycle_event: "test" }, { npm_package_name: "client" }])(
    "ignores the variables of another npm script or package: %j",
    async (other) => {
      const environment = { ...called, ...other, INIT_CWD: temporaryFolder() };
      const { stdout } = await start(command, environment).ended;
      expect(stdout).toBe(`${process.cwd()}\n`);
    },
  );
});

describe("exec by npm start --prefix, from the folder of a client", () => {
  const exec = [
    "exec",
    "--allow-no-requests",
    "--log-level",
    "silent",
    "--",
    ...environmentPrinter,
  ];
  const { PATH: inheritedPath, ...inherited } = inheritedVariables();
  const caller = {
    MY_SETTING: "of the caller",
    NODE: "/opt/own/node",
    npm_config_registry: "https://registry.example.test/",
    npm_lifecycle_event: "test",
    npm_package_name: "client",
    PWD: "/somewhere",
  };

  it.skipIf(process.platform !== "linux")(
    "gives its command the caller's environment and only the documented variables (requires /proc)",
    async () => {
      const args = ["start", "-s", "--prefix", process.cwd(), "--", ...exec];
      const { stdout } = await startProgram("npm", args, caller).ended;
      const { documented, PATH = "", ...found } = parsedEnvironment(stdout);
      const [own = "", ...path] = PATH.split(delimiter);
      expect(found).toEqual({ ...inherited, ...caller });
      expect(documented).toEqual(documentedVariables);
      expect(own).toContain("lead-sandbox-command-");
      expect(path.join(delimiter)).toBe(inheritedPath);
    },
    30_000,
  );

  it("removes the variables of npm where the system does not show npm's own environment", async () => {
    const folder = temporaryFolder();
    const added = {
      npm_lifecycle_event: "start",
      npm_package_name: "lead-sandbox",
      npm_config_prefix: "/checkout",
      npm_node_execpath: "/usr/bin/node",
      NODE: "/usr/bin/node",
      COLOR: "0",
      INIT_CWD: folder,
      PATH: "/checkout/node_modules/.bin:/npm/run-script/lib/node-gyp-bin:/usr/bin:/bin",
    };
    const { stdout } = await start(exec, { ...added, MY_SETTING: "kept" }).ended;
    const { documented, PATH = "", ...found } = parsedEnvironment(stdout);
    expect(found).toEqual({ ...inherited, MY_SETTING: "kept", PWD: realpathSync(folder) });
    expect(documented).toEqual(documentedVariables);
    expect(PATH.split(delimiter).slice(1)).toEqual(["/usr/bin", "/bin"]);
  });
});
