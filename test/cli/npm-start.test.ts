import { realpathSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { start, temporaryFolder } from "./program.ts";

describe("exec", () => {
  it("runs a command also where no temporary file can be written", async () => {
    const environment = { TMPDIR: "/nowhere/at/all" };
    expect((await start(["exec", "--", "true"], environment).ended).code).toBe(0);
  });
});

describe("npm start, which runs in the folder of the package", () => {
  const called = { npm_lifecycle_event: "start", npm_package_name: "lead-sandbox" };
  const command = ["exec", "--log-level", "silent", "--", "pwd"];

  it("takes paths and runs commands from where it was called, and what they start stays there", async () => {
    const folder = temporaryFolder();
    const script = "cd / && pwd && lead-sandbox exec --log-level silent -- pwd";
    const args = [...command.slice(0, -1), "sh", "-c", `pwd; ${script}`];
    const { stdout } = await start(args, { ...called, INIT_CWD: folder }).ended;
    expect(stdout).toBe(`${realpathSync(folder)}\n/\n/\n`);
  });

  it.each([{ npm_lifecycle_event: "test" }, { npm_package_name: "client" }])(
    "is another script of npm, or of another package, with %j: nothing is taken from there",
    async (other) => {
      const environment = { ...called, ...other, INIT_CWD: temporaryFolder() };
      const { stdout } = await start(command, environment).ended;
      expect(stdout).toBe(`${process.cwd()}\n`);
    },
  );
});
