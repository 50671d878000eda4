import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { commandsIn } from "../support/markdown.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import { startProgram, temporaryFolder } from "./program.ts";
import { shimFolder } from "./shim.ts";

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

/** Runs a command in the folder of a client with a pact, with a service to check. */
async function runAsReader(command: string) {
  const folder = temporaryFolder();
  symlinkSync(resolve("contracts/pacts"), join(folder, "pacts"));
  const { url } = await listeningSandbox({ quota: null });
  return startProgram("bash", ["-ec", `cd "${folder}"; ${command}`], {
    PATH: `${shimFolder()}:${process.env["PATH"] ?? ""}`,
    URL: url,
    FIRM: "Harb0rPt",
    KEY: "11111111-1111-4111-8111-111111111111",
    PACT_DO_NOT_TRACK: "true",
  }).ended;
}
