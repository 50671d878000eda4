import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { commandsIn } from "../../support/markdown.ts";
import { readyLine, runHere, start, startProgram, startReady, temporaryFolder } from "./program.ts";

const Recorded = z.looseObject({
  interactions: z.array(z.looseObject({ description: z.string() })),
});

const binary = fileURLToPath(new URL("../../../node_modules/.bin/pact", import.meta.url));

/** The commands of the tour as a shell script. */
function tourCommands(): string {
  return commandsIn(readFileSync("docs/start.md", "utf8"))
    .filter((block) => !block.startsWith("export URL="))
    .join("\n");
}

async function startRecording(file: string) {
  const args = ["record", "--out", file, "--port", "0", "--log-format", "json"];
  const started = start(args);
  return { ...started, ready: readyLine(await started.printed("\n")) };
}

/** The pact that `record` writes for the tour. */
async function recordedTour(): Promise<string> {
  const file = `${temporaryFolder()}/tour.json`;
  const recorder = await startRecording(file);
  const environment = {
    URL: recorder.ready.url,
    FIRM: "Harb0rPt",
    KEY: "11111111-1111-4111-8111-111111111111",
  };
  const toured = await startProgram("bash", ["--norc", "-c", tourCommands()], environment).ended;
  expect(toured.stderr).toBe("");
  recorder.process.kill("SIGTERM");
  expect((await recorder.ended).code).toBe(0);
  return file;
}

describe("record", () => {
  it("writes docs/start.md as a pact that a fresh process and the independent verifier accept", async () => {
    const file = await recordedTour();
    const text = readFileSync(file, "utf8");
    const { interactions } = Recorded.parse(JSON.parse(text));
    expect(interactions.map(({ description }) => description)).toEqual([
      "get-lead answers 200 with scope, include",
      "get-lead answers 404 by scope.default",
      "get-leads answers 200 with limit",
      "get-leads answers 429 by quota.rolling-hour with limit",
      "get-leads-for-firm answers 404 by auth.foreign-record",
      "post-leads-for-firm answers 201 given email, firstName, lastName, phone, clientData",
      "post-leads-for-firm answers 409 by lead.unique given email, firstName, lastName",
      "post-leads-for-firm answers 422 by lead.email.format given email, firstName, clientData",
    ]);
    expect(text).not.toMatch(/maya@|moreau|4165550199|1111/i);

    const verified = await start(["verify", file]).ended;
    expect(verified).toMatchObject({ code: 0 });

    const { ready } = await startReady();
    const second = await startProgram(binary, binaryArguments(file, ready.url), {
      PACT_DO_NOT_TRACK: "true",
    }).ended;
    expect(second).toMatchObject({ code: 0 });
  }, 60_000);

  it("exits 1 with a pact without interactions if it gets no request, and verify rejects that pact", async () => {
    const file = `${temporaryFolder()}/nothing.json`;
    const recorder = await startRecording(file);
    recorder.process.kill("SIGINT");
    const { code, stderr } = await recorder.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `lead-sandbox: 0 interactions in ${file}\n`,
    });
    expect((await start(["verify", file]).ended).code).toBe(1);
  });

  it("exits 2 before it serves when the file is not writable", async () => {
    const { code, stderr } = await runHere(["record", "--out", "/nowhere/at/all.json"]);
    expect({ code, isNamed: stderr.includes("/nowhere/at/all.json") }).toEqual({
      code: 2,
      isNamed: true,
    });
  });
});

function binaryArguments(file: string, url: string): readonly string[] {
  const { hostname, port } = new URL(url);
  return [
    "verifier",
    "--file",
    file,
    "--hostname",
    hostname,
    "--port",
    port,
    "--state-change-url",
    `${url}/_sandbox/pact/states`,
    "--state-change-teardown",
  ];
}
