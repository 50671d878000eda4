import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { newProgram } from "../../../src/apps/cli/program.ts";
import { pactOf } from "../../contract/pacts.ts";
import { madeUpBundle } from "../../harness/explore/made-up-bundle.ts";
import { madeUpReport, toleratedTrial } from "../../harness/explore/report/made-up.ts";
import { archive, entry, lead } from "../../harness/traffic/written.ts";
import { examplesOf, leavesOf } from "./command-leaves.ts";
import type { Driven } from "./driven.ts";
import { createMaya, serveDriven } from "./driven.ts";
import { bounded } from "./page-commands.ts";
import { startBash, temporaryFolder } from "./program.ts";
import { shimFolder } from "./shim.ts";
import { shownCommands } from "./shown-commands.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";

const leaves = leavesOf(await newProgram({ exit: () => {}, environment: {} }));
const rows = leaves.flatMap(({ name, command }) =>
  examplesOf(command).map((example) => ({ name, example })),
);

/** Commands that run until a signal stops them. */
const serving = ["serve", "record"];

let driven: Driven;
beforeAll(async () => {
  driven = await serveDriven({ quota: null }); // With a quota, check-target would wait.
});
afterAll(() => driven.stop());

describe("the help of a command", () => {
  it("has an example for every command", () => {
    const without = leaves.filter(({ command }) => examplesOf(command).length === 0);
    expect(without.map(({ name }) => name)).toEqual(["complete"]);
  });

  it.each(rows.filter(({ name }) => !serving.includes(name)))(
    "shows an example that exits 0: $example",
    async ({ example }) => {
      const { code, stdout, stderr } = await (await asReader(bounded(example))).ended;
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
    60_000,
  );

  it.each(rows.filter(({ name }) => serving.includes(name)))(
    "shows an example that serves until stopped and exits 0: $example",
    async ({ example }) => {
      const program = await asReader(`exec ${example}`);
      const [url = ""] = /http:[^ ]+\/leads/.exec(await program.printed("curl ")) ?? [];
      // A recording requires at least one request.
      await fetch(url, { headers: { "x-api-key": partnerKey } });
      program.process.kill("SIGTERM");
      const { code, stdout, stderr } = await program.ended;
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
  );
});

/** The blocks with a line that is not an example of the help, which runs above. */
const otherCommands = shownCommands.filter((block) =>
  block
    .split("\n")
    .some((line) => !rows.some(({ example }) => line.replace("npx ", "") === example)),
);

describe("the pages about the commands", () => {
  it("contain commands to run", () => {
    expect([shownCommands, otherCommands].map(({ length }) => length)).toEqual([4, 2]);
  });

  it.each(otherCommands)(
    "show a command that exits 0: %s",
    async (block) => {
      const { code, stdout, stderr } = await (await asReader(block)).ended;
      expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
    },
    60_000,
  );
});

/** A client that reads its Leads and reports failures. */
const sync = `
const url = process.env.LEAD_API_URL + "/v1/firms/" + process.env.LEAD_API_FIRM_ID + "/leads";
const headers = { "x-api-key": process.env.LEAD_API_KEY };
const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2000) });
const leads = await answer.json();
process.exitCode = answer.ok && Array.isArray(leads.data) ? 0 : 1;
`;

const listing =
  'curl -fsS -m 2 -H "x-api-key: $LEAD_API_KEY" "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads';

/**
 * `npm` does what both scripts do, and `python3` polls: the answer of the API is a ledger. The programs themselves take
 * longer to start than most trials and ticks run.
 */
const clients = {
  npm: `${listing}" | grep -q '"data"'`,
  python3: `cd "$LEAD_SANDBOX_STATE" && ${listing}?scope=withDeleted&limit=100" -o new && mv new ledger.json`,
};

/** Runs a line in the folder of a client with a test and pacts. The sandbox has the Lead of the tour. */
async function asReader(line: string) {
  await driven.client.reset({ fixture: "default" });
  await createMaya(driven.url, partnerKey);
  await driven.client.workspaces.drop("readme").catch(() => null);
  if (line.includes("drop readme")) await driven.client.workspaces.create({ id: "readme" });
  const folder = temporaryFolder();
  // The suite of the pipeline verifies the whole pact of the reference client.
  mkdirSync(join(folder, "pacts"));
  writeFileSync(join(folder, "pacts/one.json"), JSON.stringify(pactOf([{ description: "reads" }])));
  const scripts = { test: "node sync.mjs", sync: "node sync.mjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }));
  writeFileSync(join(folder, "sync.mjs"), sync);
  for (const document of ["lead-api-v1.yaml", "lead-api-v2.yaml", "lead-api-v2.json"]) {
    symlinkSync(resolve("contracts/openapi/lead-api.json"), join(folder, document));
  }
  writeFileSync(join(folder, "changes.yaml"), "- default:query.limit=10\n");
  writeFileSync(join(folder, "failed.bundle.json"), madeUpBundle());
  for (const recording of ["incident.har", "monday.har", "tuesday.har"]) {
    writeFileSync(join(folder, recording), archive([entry({ answer: { data: lead() } })]));
  }
  for (const part of ["part-1", "part-2"]) {
    mkdirSync(join(folder, part));
    writeFileSync(
      join(folder, part, "report.json"),
      JSON.stringify(madeUpReport([], { trials: [toleratedTrial()] })),
    );
  }
  const snapshots = driven.client.workspace("default").snapshots;
  if (line.includes("restore")) {
    await snapshots.remove("before").catch(() => null);
    await snapshots.take("before");
    writeFileSync(join(folder, "before.sqlite"), await snapshots.download("before"));
  }
  const shims = shimFolder();
  for (const [name, script] of Object.entries(clients)) {
    writeFileSync(join(shims, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  // The page about completion adds this folder of a project to the PATH.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(shims, join(folder, "node_modules/.bin"));
  const started = startBash(`cd "${folder}"; ${line}`, {
    PATH: `${shims}:${process.env["PATH"] ?? ""}`,
    LEAD_SANDBOX_URL: driven.url,
    LEAD_SANDBOX_PORT: "0",
    LEAD_API_URL: driven.url,
    LEAD_API_KEY: partnerKey,
    LEAD_API_FIRM_ID: "Harb0rPt",
    PACT_DO_NOT_TRACK: "true",
  });
  // A server over standard input ends with it.
  started.process.stdin.end();
  return started;
}
