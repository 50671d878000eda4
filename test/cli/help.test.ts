import { describe, expect, it } from "vitest";

import { settings } from "../../src/config.ts";
import { runHere, start } from "./program.ts";

const commands = ["serve", "exec", "verify", "record", "check-target"];

describe("--help", () => {
  it("names every command, says that serving is the default and where its settings are", async () => {
    const { code, stdout } = await start(["--help"]).ended;
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(stdout).toContain("Without a command it serves");
    expect(stdout).toContain("lead-sandbox serve --help");
    expect(code).toBe(0);
  });

  it("of serve names every setting with its variable", async () => {
    const { code, stdout } = await start(["serve", "--help"]).ended;
    const words = stdout.replaceAll(/\s+/g, " ");
    for (const { flag, variable } of settings) {
      expect(words).toContain(`${flag} <value>`);
      expect(words).toContain(`(${variable})`);
    }
    expect(code).toBe(0);
  });

  it.each(commands)("of %s ends with 0 and starts nothing", async (command) => {
    const { code, stdout, stderr } = await start([command, "--help"]).ended;
    expect(stdout).toContain(`Usage: lead-sandbox ${command} `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("a command line that is no command", () => {
  it.each([
    [["5"], "no command is '5'"],
    [["verfy"], "no command is 'verfy'"],
    [["serve", "verify"], "no command is 'verify'"],
    [["--nope"], "unknown option '--nope'"],
    [["--port"], "'-p, --port <value>' argument missing"],
    [["verify"], "missing required argument 'pacts'"],
    [["verify", "--nope", "x"], "unknown option '--nope'"],
    [["exec"], "missing required argument 'command'"],
    [["record"], "required option '--out <file>' not specified"],
    [["check-target"], "required option '--api-key <key>' not specified"],
    [["verify", "--timeout", "x", "y"], "argument 'x' is invalid"],
  ])("%j exits 2, says why and where the help is", async (args, told) => {
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(told);
    expect(stderr).toContain("lead-sandbox --help lists the commands");
    expect(code).toBe(2);
  });
});
