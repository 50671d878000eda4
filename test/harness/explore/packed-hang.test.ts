/** A packed run that one label ended: the labels behind it have their turn in another run. */
import { setTimeout as delay } from "node:timers/promises";

import { expect, it } from "vitest";
import * as z from "zod";

import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { runAndJudge } from "../../../src/harness/explore/trials/trial.ts";
import type { TestOutcome } from "../../../src/harness/runs/run.ts";
import type { Variables } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { callId, planned } from "./made-up.ts";

const Made = z.looseObject({
  data: z.looseObject({ variables: z.record(z.string(), z.string()) }),
});

const labels = ["suite > first", "suite > second", "suite > third"];

async function post(url: string, key: string, body: object): Promise<Response> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** One test: creates a Lead in a workspace of its own. */
async function test({ LEAD_API_URL: url = "" }: Variables, label: string): Promise<TestOutcome> {
  const made = await post(`${url}/_sandbox/workspaces`, "", { label });
  const { variables } = Made.parse(await made.json()).data;
  const person = { email: "maya@example.com", firstName: "Maya", lastName: "Moss" };
  const path = `${url}/v1/firms/${variables["LEAD_API_FIRM_ID"]}/leads`;
  const answer = await post(path, variables["LEAD_API_KEY"] ?? "", person).catch(() => null);
  return answer?.status === 201 ? "passed" : "failed";
}

/** A suite that does not end in a trial: its limit passes at once. */
function suiteSettings() {
  let outcomes = new Map<string, TestOutcome>();
  let runs = 0;
  const settings = inProcessSettings(async () => 0, {
    results: { beforeRun: async () => async () => outcomes },
    async launch({ env }) {
      const own = new Map<string, TestOutcome>();
      outcomes = own;
      runs += 1;
      const running = (async () => {
        // oxlint-disable-next-line no-await-in-loop -- a suite runs its tests in order
        for (const label of labels) own.set(label, await test(env, label));
        return false;
      })();
      const limit = delay(env["LEAD_SANDBOX_TRIAL"] === "null" ? 20_000 : 800, true, {
        ref: false,
      });
      const timedOut = await Promise.race([running, limit]);
      return { code: timedOut ? 143 : 0, signal: null, timedOut, error: null };
    },
  });
  return { settings, runs: () => runs };
}

it("a label without a time limit hides no result of the labels behind it", async () => {
  const { settings, runs } = suiteSettings();
  const baseline = await runOnce(settings, { trial: null, timeoutMs: 20_000 });
  const variations = labels.map((workspace, at) => {
    const call = callId("maya@example.com", { workspace });
    return planned(at === 1 ? "hang" : "503", { workspace, call });
  });
  const trial = { id: "trial-1", variations, waits: true };
  const { judged } = await runAndJudge(settings, { baseline, trial });
  expect(judged.map((one) => [one.trial, one.verdict])).toEqual([
    ["trial-1.1", "reported"],
    ["trial-1.2", "unfinished"],
    ["trial-1.3", "reported"],
  ]);
  expect(runs()).toBe(3);
}, 60_000);
