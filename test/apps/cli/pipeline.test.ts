import { copyFileSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { firm, recordedHar } from "../../harness/check-har/recorded.ts";
import { isLong } from "../../long/size.ts";
import { codeBlocks } from "../../support/markdown.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { bounded, pipelineCommands } from "./page-commands.ts";
import { startBash, temporaryFolder } from "./program.ts";
import { shimFolder } from "./shim.ts";

const page = readFileSync("docs/ci.md", "utf8");
/** The steps of the job in YAML. */
const steps = codeBlocks(page)
  .filter(({ language }) => language === "yaml")
  .flatMap(({ body }) => Array.from(body.matchAll(/^- run: (.*)$/gm), ([, line = ""]) => line));

// These commands run in this checkout, never in a remote sandbox.
describe("the commands of docs/ci.md and docs/contracts.md", () => {
  it("exist", () => {
    expect(pipelineCommands).toHaveLength(5);
  });

  it.each(pipelineCommands)(
    "exit 0: %s",
    async (command) => {
      const { code, stdout, stderr } = await runAsReader(bounded(command));
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
    60_000,
  );
});

describe("the steps of the job in docs/ci.md", () => {
  it("are the three commands", () => {
    expect(steps.map((line) => line.split(" ")[2])).toEqual(["simulate", "assess", "check-har"]);
  });

  it.each(steps)(
    "exits 0 for a correct client, with reports: %s",
    async (step) => {
      const folder = await projectFolder();
      // A shorter simulation judges what it had time for; an assessment needs a few trials.
      const budget = step.includes(" simulate ") ? "--budget 1s" : "--budget 5s";
      const line = isLong ? step : step.replace("--budget 5m", budget);
      const { code, stdout, stderr } = await startBash(`cd "${folder}"; ${line}`, {
        PATH: [shimFolder(), dirname(process.execPath), process.env["PATH"]].join(":"),
      }).ended;
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
      expect(globSync(`${folder}/reports/*/report.json`)).toHaveLength(1);
    },
    600_000,
  );
});

/** The folder of a project with a polling job, a client and a recording. */
async function projectFolder(): Promise<string> {
  const folder = temporaryFolder();
  copyFileSync("docs/polling/full_scan.mjs", join(folder, "poll.mjs"));
  const client = JSON.stringify(resolve("test/harness/explore/clients/clean.ts"));
  writeFileSync(join(folder, "sync.mjs"), `import ${client};\n`);
  const har = await recordedHar({}, async ({ api }) => {
    await api("GET", `/v1/firms/${firm}/leads`);
  });
  writeFileSync(join(folder, "incident.har"), har);
  return folder;
}

/** Runs a command in the folder of a client with a pact, with a service to check. */
async function runAsReader(command: string) {
  const folder = temporaryFolder();
  symlinkSync(resolve("contracts/pacts"), join(folder, "pacts"));
  const { url } = await listeningSandbox({ quota: null });
  return startBash(`cd "${folder}"; ${command}`, {
    PATH: `${shimFolder()}:${process.env["PATH"] ?? ""}`,
    URL: url,
    LEAD_SANDBOX_URL: url,
    FIRM: "Harb0rPt",
    KEY: "11111111-1111-4111-8111-111111111111",
    PACT_DO_NOT_TRACK: "true",
  }).ended;
}
