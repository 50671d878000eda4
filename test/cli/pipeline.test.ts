import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { commandFile } from "../support/command.ts";
import { commandsIn } from "../support/markdown.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { startProgram } from "./program.ts";

const commands = commandsIn(readFileSync("docs/pipeline.md", "utf8"));

// These commands run in this checkout, never in a remote sandbox.
describe("the commands of docs/pipeline.md", () => {
  it("exist", () => {
    expect(commands).toHaveLength(4);
  });

  it.each(commands)(
    "exit 0: %s",
    async (command) => {
      const { code, stdout, stderr } = await runAsReader(command);
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
    60_000,
  );
});

/** Runs a command in the folder of a client with a pact, with `lead-sandbox` in the PATH and a service to check. */
async function runAsReader(command: string) {
  const folder = mkdtempSync(join(tmpdir(), "pipeline-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(resolve("contracts/pacts"), join(folder, "pacts"));
  const program = join(folder, "lead-sandbox");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${commandFile()}" "$@"\n`);
  chmodSync(program, 0o755);
  const { url } = await listeningSandbox({ quota: null });
  return startProgram("bash", ["-ec", `cd "${folder}"; ${command}`], {
    PATH: `${folder}:${process.env["PATH"] ?? ""}`,
    URL: url,
    FIRM: "Harb0rPt",
    KEY: "11111111-1111-4111-8111-111111111111",
    PACT_DO_NOT_TRACK: "true",
  }).ended;
}
