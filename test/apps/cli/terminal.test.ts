import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { madeUpBundle } from "../../harness/explore/made-up-bundle.ts";
import { commandFile } from "../../support/command.ts";
import { start, startProgram, temporaryFile, temporaryFolder } from "./program.ts";

const bold = "\u001B[1m";

/** A line that runs the command. */
function lineOf(args: string): string {
  return `"${process.execPath}" "${commandFile()}" ${args}`;
}

/** The program of util-linux that runs a command on a terminal. */
const terminal = "/usr/bin/script";

describe.skipIf(!existsSync(terminal))(`output on a terminal (skipped without ${terminal})`, () => {
  it("has colours", async () => {
    expect(await printedWith({})).toContain(`${bold}http.json`);
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("has no colours with %j", async (one) => {
    const printed = await printedWith(one);
    expect(printed).toMatch(/^http\.json\r\n/);
    expect(printed).not.toContain("\u001B");
  });
});

describe.skipIf(!existsSync(terminal))(
  `the question of replay (skipped without ${terminal})`,
  () => {
    it.each([
      ["y", 1, true],
      ["", 2, false],
      ["no", 2, false],
    ])("%j", async (answer, code, hasRun) => {
      const ran = join(temporaryFolder(), "ran");
      const file = temporaryFile("run.json", madeUpBundle(["sh", "-c", `touch ${ran}; exit 1`]));
      const program = startProgram(terminal, ["-qec", lineOf(`replay ${file}`), "/dev/null"], {});
      expect(await program.printed("[y/N]")).toContain(`touch ${ran}`);
      program.process.stdin.write(`${answer}\n`);
      const ended = await program.ended;
      expect([ended.code, existsSync(ran)]).toEqual([code, hasRun]);
    });
  },
);

describe("output to a pipe", () => {
  it.each([["rules", "http.json"], ["--help"], ["rules", "--json"]])(
    "of %s %s has no colours",
    async (...args) => {
      const { stdout } = await start(args.filter((arg) => arg !== undefined)).ended;
      expect(stdout).not.toContain("\u001B");
    },
  );

  it("may end early: the command exits 0 without an error message", async () => {
    const program = start(["rules", "--json"]);
    program.process.stdout.destroy();
    await once(program.process.stdout, "close");
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

async function printedWith(environment: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, code } = await startProgram(
    terminal,
    ["-qec", lineOf("rules http.json"), "/dev/null"],
    {
      TERM: "xterm-256color",
      ...environment,
    },
  ).ended;
  expect(code).toBe(0);
  return stdout;
}
