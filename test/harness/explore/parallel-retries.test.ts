import { setTimeout as wait } from "node:timers/promises";

import { expect, it } from "vitest";

import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { judgeAgain } from "../../../src/harness/explore/trials/trial.ts";
import type { Client } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { callId, planned } from "./made-up.ts";

/** Sends `parallel` equal requests at once, and repeats each up to `retries` times after a growing pause. */
function newClient(parallel: number, retries: number, firstPauseMs: number): Client {
  return async ({ LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm }) => {
    const isListed = async (pauseMs: number, left: number): Promise<boolean> => {
      const response = await fetch(`${url}/v1/firms/${firm}/leads`, {
        headers: { "x-api-key": key },
      });
      await response.text();
      if (response.ok || left === 0) return response.ok;
      await wait(pauseMs);
      return isListed(2 * pauseMs, left - 1);
    };
    const all = Array.from({ length: parallel }, () => isListed(firstPauseMs, retries));
    return (await Promise.all(all)).every((listed) => listed) ? 0 : 1;
  };
}

async function verdictOn(client: Client): Promise<string> {
  const settings = inProcessSettings(client);
  const baseline = await runOnce(settings, { trial: null, timeoutMs: 10_000 });
  const call = callId(null, { operation: "get-leads-for-firm" });
  const { judgement } = await judgeAgain(settings, baseline, planned("outage", { call }));
  return judgement.verdict;
}

it("eight parallel equal requests with doubling pauses do not hammer", async () => {
  expect(await verdictOn(newClient(8, 3, 200))).toBe("reported");
}, 20_000);

it("eight retries without a pause hammer", async () => {
  expect(await verdictOn(newClient(1, 8, 0))).toBe("hammered");
}, 20_000);
