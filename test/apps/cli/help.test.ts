import { describe, expect, it } from "vitest";

import { newProgram } from "../../../src/apps/cli/program.ts";
import { settings } from "../../../src/server/settings/config.ts";
import { leavesOf } from "./command-leaves.ts";
import { runHere, start } from "./program.ts";

const program = await newProgram({ exit: () => {}, environment: {} });
const commands = program
  .createHelp()
  .visibleCommands(program)
  .map((command) => command.name());
const leaves = leavesOf(program).filter(({ name }) => name !== "complete");

describe("--help", () => {
  it("names every command, the default command serve, and where to find its settings", async () => {
    const { code, stdout } = await start(["--help"]).ended;
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    expect(stdout).toContain("Without a command it serves");
    expect(stdout).toContain("lead-sandbox serve --help");
    expect(code).toBe(0);
  });

  it("of serve lists its own options and the ten usual settings", async () => {
    const { stdout } = await runHere(["serve", "--help"]);
    const listed = Array.from(
      stdout.matchAll(/^ +(?:-\w, )?(--[\w-]+) [<[]/gm),
      ([, flag]) => flag,
    );
    const usual = "port host data fixture quota https public-url control-token config log-level";
    const names = ["next", "from", "next-from", ...usual.split(" ")];
    expect(new Set(listed)).toEqual(new Set(names.map((name) => `--${name}`)));
  });

  it("lists every setting with --all, which no run takes", async () => {
    const { stdout } = await runHere(["exec", "--all", "--help"]);
    for (const { flag } of settings) expect(stdout).toContain(flag);
    const { code, stderr } = await runHere(["serve", "--all"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--help") });
  });

  it("of serve lists every setting with its variable with --all", async () => {
    const { code, stdout } = await start(["serve", "--help", "--all"]).ended;
    const words = stdout.replaceAll(/\s+/g, " ");
    for (const { flag, variable, isSwitch } of settings) {
      expect(words).toContain(isSwitch ? `${flag} [value]` : `${flag} <value>`);
      expect(words).toContain(`(${variable})`);
    }
    expect(code).toBe(0);
  });

  it.each(leaves)("of $name exits 0 without starting anything", async ({ name }) => {
    const { code, stdout, stderr } = await runHere([...name.split(" "), "--help"]);
    expect(stdout).toContain(`Usage: lead-sandbox ${name} `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("of a command is the same when the whole tree is loaded", async () => {
    const { stdout } = await runHere(["help", "healthcheck"]);
    const alone = await runHere(["healthcheck", "--help"]);
    expect(alone.stdout).toContain(stdout.trimEnd());
  });
});

describe("a default in the help", () => {
  const shown = leaves.flatMap(({ name, command }) =>
    command.options.flatMap((option) => {
      const description = command.createHelp().optionDescription(option);
      const [, typed] = /default: ([^;]+)\)$/.exec(description) ?? [];
      const hasDefault = typed !== undefined && option.defaultValue !== undefined;
      return hasDefault ? [{ flags: `${name} ${option.flags}`, option, typed }] : [];
    }),
  );

  it("exists, for more than ten options", () => expect(shown.length).toBeGreaterThan(10));

  it.each(shown)("of $flags has the same effect when typed", ({ option, typed }) => {
    const read: unknown = option.parseArg?.(typed, option.defaultValue) ?? typed;
    expect(read).toEqual(option.defaultValue);
  });
});

describe("an invalid command line", () => {
  it.each([
    [["5"], "no command is '5'"],
    [["verfy"], "no command is 'verfy'. Did you mean verify?"],
    [["--port", "0", "leds"], "no command is 'leds'. Did you mean leads?"],
    [["nothing-like-it"], "no command is 'nothing-like-it'.\n"],
    [["start"], "'start' is not a command: serving is the default. Run lead-sandbox."],
    [["serve", "verify"], "no command is 'verify'"],
    [["--nope"], "unknown option '--nope'"],
    [["--port"], "'-p, --port <value>' argument missing"],
    [["verify"], "missing required argument 'pacts'"],
    [["verify", "--nope", "x"], "unknown option '--nope'"],
    [["exec"], "missing required argument 'command'"],
    [["record"], "required option '--out <file>' not specified"],
    [["check-target"], "required option '--api-key <key>' not specified"],
    [["verify", "--timeout", "x", "y"], "argument 'x' is invalid"],
  ])("%j exits 2 with the reason and a reference to the help", async (args, expected) => {
    const { code, stderr } = await runHere(args);
    expect(stderr).toContain(expected);
    const isOwn = ["verify", "exec", "record", "check-target"].includes(args[0] ?? "");
    const own = `lead-sandbox ${args[0]} --help shows its usage.`;
    expect(stderr).toContain(isOwn ? own : "lead-sandbox --help lists the commands");
    expect(code).toBe(2);
  });
});
