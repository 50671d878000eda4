/**
 * A suite of `TESTS` tests, forty in parallel, each with one call in its own labelled workspace. Writes a JUnit file.
 */
import { mkdirSync, writeFileSync } from "node:fs";

const { LEAD_SANDBOX_CONTROL_URL: control, LEAD_API_URL: url, TESTS = "20" } = process.env;
const atOnce = 40;
const names = Array.from({ length: Number(TESTS) }, (_, at) => `test ${at + 1}`);

async function test(name) {
  const made = await fetch(`${control}/workspaces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ label: `suite > ${name}` }),
  });
  const [firm] = (await made.json()).data.firms;
  const response = await fetch(`${url}/v1/firms/${firm.id}/leads?limit=1`, {
    headers: { "x-api-key": firm.apiKeys[0].key },
    signal: AbortSignal.timeout(2_000),
  });
  if (response.status !== 200) throw new Error(String(response.status));
  await response.json();
}

const outcomes = [];
while (names.length > 0) {
  const batch = names.splice(0, atOnce).map(async (name) => {
    const failure = await test(name).then(
      () => "",
      () => "<failure/>",
    );
    return `<testcase classname="suite" name="${name}">${failure}</testcase>`;
  });
  // oxlint-disable-next-line no-await-in-loop -- one batch after the other
  outcomes.push(...(await Promise.all(batch)));
}
mkdirSync("results", { recursive: true });
writeFileSync("results/suite.xml", `<testsuite name="suite">${outcomes.join("")}</testsuite>`);
process.exitCode = outcomes.some((text) => text.includes("<failure")) ? 1 : 0;
