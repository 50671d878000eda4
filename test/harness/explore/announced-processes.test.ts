/** Announced changes for clients in processes of their own. */
import { join } from "node:path";

import { expect, it } from "vitest";

import { temporaryFile } from "../../apps/cli/program.ts";
import { explored, program } from "./explored.ts";

const created = "status:201→200";
const required = "field-required:Lead.referralCode";

/** Explores a command under these changes; `verdicts` are theirs. */
async function under(
  changes: readonly string[],
  command: readonly string[],
  ...options: readonly string[]
) {
  const list = temporaryFile("changes.yaml", changes.map((id) => `- ${id}\n`).join(""));
  const { code, report } = await explored(["--next", list, ...options], command);
  const verdicts = report?.next?.changes.map(({ verdict }) => verdict);
  return { code, verdicts, findings: report?.findings };
}

/** Creates a Lead, and goes on with `then` and the status. */
const creates = (then: string): readonly string[] =>
  program(`
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
const { status } = await fetch(url + "/v1/firms/" + firm + "/leads", {
  method: "POST",
  headers: { "x-api-key": key, "content-type": "application/json" },
  body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
});
${then}
`);

it("finds nothing for a pool of threads that accepts every success, whatever comes first", async () => {
  const pool = ["python3", join(import.meta.dirname, "clients/announced-pool.py")];
  const { code, verdicts, findings } = await under([created, "field-added:answer.Lead.note"], pool);
  expect({ code, findings }).toEqual({ code: 0, findings: [] });
  expect(verdicts).toEqual(["independent", "independent"]);
});

it("finds what a program loses silently, unless its change is accepted", async () => {
  const entry = { finding: required, reason: "known, ticket 123", expires: "2999-03-01" };
  const accepted = temporaryFile("accepted.json", JSON.stringify({ accepted: [entry] }));
  const { code, findings } = await under([required], creates(""), "--accept", accepted);
  expect(findings).toMatchObject([
    { verdict: "breaks-silently", severity: "high", accepted: true },
  ]);
  expect(code).toBe(0);
});

it("ends a client that waits after a refusal at --timeout, without a finding", async () => {
  const waits = creates("if (status >= 300) setInterval(() => {}, 1_000);");
  const ended = await under([created, required], waits, "--timeout", "3s");
  // Two of three trials did not end, which is too little.
  expect(ended).toMatchObject({ code: 3, findings: [], verdicts: ["independent", "unfinished"] });
});
