/** The time zone of the machine does not affect any output of a sandbox. */
import { describe, expect, it } from "vitest";

import { startProgram, startReady, temporaryFolder } from "../apps/cli/program.ts";
import { at, replyOf, text } from "../support/reply.ts";
import { sized, spread } from "./size.ts";
import { steps as allSteps } from "./time-moments.ts";

const zones = ["Pacific/Apia", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] as const;
/** Those by default include the day that Apia left out. */
const steps = spread(allSteps, 10);

describe("a sandbox on a machine in another time zone", () => {
  it.each(zones.slice(0, sized(1, zones.length)).map((zone) => [zone]))(
    "%s: answers, mails, journal, quotas and files equal those of UTC around its boundaries",
    async (zone) => {
      const [there, here] = await Promise.all([withRequestId(zone), withRequestId("UTC")]);
      expect(await hourIn(zone)).not.toBe(await hourIn("UTC"));
      expect(there).toEqual(here);
    },
    600_000,
  );
});

/**
 * The output of a process in that zone around all boundaries, before and after a restart from its
 * files.
 */
async function withRequestId(zone: string): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const args = ["--data", folder, "--seed", "5"];
  const first = await startReady(args, { TZ: zone });
  const url = new URL(first.ready.url).origin;
  const expected: string[] = [];
  for (const [index, [name, from, by]] of steps.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expected.push(name, ...(await lived(url, `step-${index}`, from, by)));
  }
  first.process.kill("SIGTERM");
  await first.ended;
  const second = await startReady(args, { TZ: zone });
  for (const index of steps.keys()) {
    const control = `${new URL(second.ready.url).origin}/_sandbox/workspaces/step-${index}`;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expected.push(...(await all(control, "", ["/state", "/clock", "/quotas"])));
  }
  second.process.kill("SIGTERM");
  await second.ended;
  return expected;
}

/** The local hour of noon UTC according to Node in that zone. */
async function hourIn(zone: string): Promise<string> {
  const program = "new Date(Date.UTC(2026, 6, 1, 12)).getHours()";
  return (await startProgram(process.execPath, ["-p", program], { TZ: zone }).ended).stdout;
}

/**
 * Everything that a workspace shows when it starts at `from`, is used, advances and is used again.
 */
async function lived(url: string, id: string, from: string, by: string) {
  const workspaces = `${url}/_sandbox/workspaces`;
  const body = { id, now: from, seed: 7, quotaPerHour: 40 };
  const made = await asked(workspaces, "POST", "", body);
  const key = text(made, "data.firms.0.apiKeys.0.key");
  const control = `${workspaces}/${id}`;
  const expected = [made.text];
  for (const email of ["before@example.com", "after@example.com"]) {
    const person = { email, firstName: "Ann", lastName: "Ash" };
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const lead = await asked(`${url}/v1/firms/Harb0rPt/leads`, "POST", key, person);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const over = await asked(`${url}/v1/leads?limit=5`, "GET", key);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const moved = await asked(`${control}/clock/advance`, "POST", "", { by });
    expected.push(
      lead.text,
      `${over.status} ${over.headers.get("retry-after")}`,
      over.text,
      moved.text,
    );
  }
  const mails = await asked(`${control}/emails`, "GET", "");
  const raw = await asked(`${control}/emails/${String(at(mails, "data.0.id"))}/raw`, "GET", "");
  const shown = ["/state", "/clock", "/quotas", "/requests", "/requests.har", "/events"];
  return [...expected, mails.text, raw.text, ...(await all(control, "", shown))].map((one) =>
    settled(one),
  );
}

async function all(control: string, key: string, paths: readonly string[]) {
  const replies = await Promise.all(paths.map((path) => asked(control + path, "GET", key)));
  return replies.map((reply) => `${reply.status} ${settled(reply.text)}`);
}

/** Removes ports and durations, which differ in every process. */
function settled(body: string): string {
  return body
    .replaceAll(/127\.0\.0\.1:\d+/g, "")
    .replaceAll(/"(?:offsetMs|time|wait|durationMs)":-?[\d.]+/g, "");
}

async function asked(url: string, method: string, key: string, body?: unknown) {
  const headers = {
    "content-type": "application/json",
    ...(key === "" ? {} : { "x-api-key": key }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return replyOf(await fetch(url, { method, headers, ...sent }));
}
