/**
 * A suite that runs its tests in sequence, each in a labelled workspace, and writes a JUnit file.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";

import { refer } from "./client.mjs";

const { LEAD_SANDBOX_CONTROL_URL: control, LEAD_API_URL: url } = process.env;
const file = "results/plain.xml";

async function inWorkspace(label, test) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ label });
  const made = await fetch(`${control}/workspaces`, { method: "POST", headers, body });
  const { data } = await made.json();
  const [firm] = data.firms;
  await test({ url, firmId: firm.id, apiKey: firm.apiKeys[0].key });
  await fetch(`${control}/workspaces/${data.id}`, { method: "DELETE" });
}

const cases = [];
for (const name of ["one", "two"]) {
  const label = `plain > ${name}`;
  try {
    // oxlint-disable-next-line no-await-in-loop -- one test after the other
    await inWorkspace(label, (workspace) => refer(workspace, `${name}@example.com`));
    cases.push(`<testcase classname="plain" name="${name}"/>`);
  } catch {
    cases.push(`<testcase classname="plain" name="${name}"><failure/></testcase>`);
  }
}
// A test that is in the results only if its first attempt succeeds.
await inWorkspace("plain > left out", async ({ firmId, apiKey }) => {
  const { status } = await fetch(`${url}/v1/firms/${firmId}/leads`, {
    headers: { "x-api-key": apiKey },
    signal: AbortSignal.timeout(3_000),
  });
  if (status === 200) cases.push('<testcase classname="plain" name="left out"/>');
}).catch(() => {});
mkdirSync("results", { recursive: true });
writeFileSync(
  file,
  `<testsuites><testsuite name="plain">${cases.join("")}</testsuite></testsuites>`,
);
