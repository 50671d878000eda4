import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { commandFile } from "../support/command.ts";
import { commandsIn } from "../support/markdown.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { startProgram } from "./program.ts";

const commands = commandsIn(readFileSync("docs/pipeline.md", "utf8"));

// They are commands of this checkout, not of a running sandbox.
describe("the commands of docs/pipeline.md", () => {
  it("exist", () => {
    expect(commands).toHaveLength(4);
  });

  it.each(commands)(
    "end with 0: %s",
    async (command) => {
      const { code, stdout, stderr } = await runAsReader(command);
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
    60_000,
  );
});

/** Runs it in a folder of a client that has a pact, with `lead-sandbox` at hand and a service to ask. */
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
