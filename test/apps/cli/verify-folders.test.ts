import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { legalPact } from "../../contract/legal-pacts.ts";
import { temporaryFolder } from "./program.ts";
import { runVerify } from "./verify-run.ts";

const leads = legalPact("3.0.0");
const billing = {
  ...legalPact("3.0.0", { request: { path: "/invoices" } }),
  provider: { name: "billing-api" },
};
const { interactions: _none, ...message } = legalPact("3.0.0");
const messages = { ...message, messages: [{ description: "m", contents: {} }] };

function folderOf(pacts: Readonly<Record<string, object>>): string {
  const folder = temporaryFolder();
  for (const [name, pact] of Object.entries(pacts)) {
    writeFileSync(join(folder, name), JSON.stringify(pact));
  }
  return folder;
}

describe("verify of a folder with pacts of several providers", () => {
  const both = { "billing.json": billing, "leads.json": leads };

  it("replays all of them and names the providers in one line", async () => {
    const { code, stdout, stderr } = await runVerify([folderOf(both)]);
    expect(code).toBe(1);
    expect(stdout.match(/client with \S+/g)).toEqual([
      "client with billing-api",
      "client with lead-api",
    ]);
    expect(stderr).toBe(
      'The pacts are of 2 providers: "billing-api", "lead-api". --provider NAME verifies those of one.\n',
    );
  });

  it("selects the pacts of --provider, in folders and among files", async () => {
    const folder = folderOf(both);
    const sources = [folder, join(folder, "billing.json"), join(folder, "leads.json")];
    const { code, stdout, stderr } = await runVerify([...sources, "--provider", "lead-api"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("billing-api");
    expect(stdout).toContain("Passed: 2 of 2 interactions match.");
  });

  it("is 1 when --provider leaves nothing, with the providers that there are", async () => {
    const { code, stdout, stderr } = await runVerify([folderOf(both), "--provider", "Lead API"]);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "\nNothing was verified: no interactions found. This counts as a failure.\n",
      stderr: 'No pact is of the provider "Lead API": they are of "billing-api", "lead-api".\n',
    });
  });

  it("keeps standard output to the report with --json", async () => {
    const { stdout } = await runVerify([folderOf(both), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ interactions: [{}, {}], skipped: [] });
  });
});

describe("verify of a folder with messages", () => {
  it("skips and counts them, and verifies the interactions", async () => {
    const folder = folderOf({ "events.json": messages, "leads.json": leads });
    const { code, stdout, stderr } = await runVerify([folder, "--strict"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`skip  ${join(folder, "events.json")}: 1 message.`);
    expect(stdout).toContain("Passed: 1 of 1 interactions match, 1 message skipped.");
  });

  it("is 1 when there is nothing else", async () => {
    const folder = folderOf({ "events.json": messages });
    const { code, stdout } = await runVerify([folder, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      passed: false,
      interactions: [],
      skipped: [
        { source: join(folder, "events.json"), kind: "message", count: 1, provider: "lead-api" },
      ],
    });
  });
});
