import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import {
  announcedPage,
  exploreClient,
  explorePage,
  httpsCalls,
  journeyCalls,
  servingCommands,
} from "./page-commands.ts";
import { startBash, startReady, temporaryFolder } from "./program.ts";
import { shimFolder } from "./shim.ts";

const FIRM = "Harb0rPt";
const KEY = "11111111-1111-4111-8111-111111111111";

/** Runs a command of a page in bash, in `folder`. */
function inFolder(folder: string, command: string, environment: Record<string, string> = {}) {
  return startBash(`cd "${folder}"; ${command}`, {
    PATH: `${shimFolder()}:${process.env["PATH"] ?? ""}`,
    LEAD_SANDBOX_PORT: "0",
    LEAD_SANDBOX_TLS_DIR: join(folder, "tls"),
    ...environment,
  });
}

it("the guides contain commands", () => {
  const found = [servingCommands, httpsCalls, journeyCalls].map(({ length }) => length);
  expect(found).toEqual([6, 1, 4]);
});

it.each(servingCommands)("a command of a guide serves until it is stopped: %s", async (command) => {
  const program = inFolder(temporaryFolder(), `exec ${command.replace("--port 4611", "--port 0")}`);
  const printed = await program.printed("curl ");
  expect(printed.includes("HTTPS ")).toBe(command.includes("--https"));
  program.process.kill("SIGTERM");
  expect((await program.ended).code).toBe(0);
});

it.each(httpsCalls)(
  "a command of docs/unchanged.md lists Leads over HTTPS: %s",
  async (command) => {
    const folder = temporaryFolder();
    const { ready } = await startReady(["--https"], { LEAD_SANDBOX_TLS_DIR: join(folder, "tls") });
    const { host } = new URL(ready.url);
    const { stdout } = await inFolder(folder, command.replaceAll("127.0.0.1:4610", host)).ended;
    expect(JSON.parse(stdout)).toMatchObject({ meta: { total: 3 } });
  },
);

it("the commands of docs/mail.md lead from the Lead to the mail about its conversion", async () => {
  const { url } = (await startReady()).ready;
  const folder = temporaryFolder();
  const run = async (command = ""): Promise<unknown> => {
    const { stdout } = await inFolder(folder, command, { URL: url, FIRM, KEY }).ended;
    return JSON.parse(stdout);
  };
  const [create, welcome, read, converted] = journeyCalls;
  expect(await run(create)).toMatchObject({ data: { email: "maya@example.com" } });
  expect(await run(welcome)).toMatchObject({ data: { kind: "welcome" } });
  await run(`curl -s $URL/_sandbox/sign-ups --json '{ "email": "maya@example.com" }'`);
  const maya = { email: "maya@example.com", convertedAt: expect.stringContaining("T") };
  expect(await run(read)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining(maya)]),
  });
  expect(await run(converted)).toMatchObject({ data: { kind: "converted" } });
});

it("the command of docs/explore.md explores its client, and finds lost Leads", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "sync.mjs"), exploreClient);
  // The client sets no time limit, so the trial of a hang would take 90 s.
  const command = explorePage.replace(" -- ", " --only faults --timeout 4s --budget 30s -- ");
  const { code, stdout, stderr } = await inFolder(folder, command).ended;
  expect(stdout + stderr).toMatch(
    /HIGH {3}lost {2}post-leads-for-firm: \d findings[^]*variations: .*fault:503/,
  );
  expect(code).toBe(1);
}, 180_000);

it("the command of docs/announced-changes.md finds what would break its client", async () => {
  const folder = temporaryFolder();
  const { command, list, client, printed } = announcedPage;
  writeFileSync(join(folder, "changes.yaml"), list);
  writeFileSync(join(folder, "sync.mjs"), client);
  const { code, stderr } = await inFolder(folder, command).ended;
  expect(printed).toHaveLength(3);
  for (const line of printed) expect(stderr).toContain(`\n${line}\n`);
  expect(stderr).toContain("lead-sandbox explore --only next --next changes.yaml -- node sync.mjs");
  expect(code).toBe(1);
});
