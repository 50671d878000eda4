import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { listeningSandbox } from "../support/sandbox.ts";
import { startProgram } from "./program.ts";

/** The commands that a page shows, each block on its own. */
function commandsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/```sh\n([^]*?)\n```/g), ([, body = ""]) => body);
}

function sectionOf(file: string, name: string): string {
  const sections = readFileSync(file, "utf8").split(/^## /m);
  return sections.find((section) => section.startsWith(`${name}\n`)) ?? "";
}

const rows = [
  ...commandsIn(sectionOf("README.md", "In a pipeline")).map((command) => ["README.md", command]),
  ...commandsIn(readFileSync("docs/pipeline.md", "utf8")).map((command) => [
    "docs/pipeline.md",
    command,
  ]),
];

// They are commands of this checkout, not of a running sandbox.
describe("the commands for a pipeline", () => {
  it("are there to be run", () => {
    expect(rows.map(([file]) => file)).toEqual([
      ...Array.from({ length: 4 }, () => "README.md"),
      ...Array.from({ length: 4 }, () => "docs/pipeline.md"),
    ]);
  });

  it.each(rows)(
    "of %s end with 0: %s",
    async (_file, command = "") => {
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
  writeFileSync(
    program,
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("src/start.mjs")}" "$@"\n`,
  );
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
