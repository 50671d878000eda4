import { describe, expect, it } from "vitest";

import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { planned } from "./made-up.ts";

/** A process that creates Maya with these options of `fetch`, and never ends. */
function never(options: string): readonly string[] {
  const source = `
    const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
    setInterval(() => {}, 1e6);
    await fetch(url + "/v1/firms/" + firm + "/leads", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
      ${options}
    }).catch(() => {});
  `;
  return [process.execPath, "--input-type=module", "--eval", source];
}

async function openCalls(fault: string, options = ""): Promise<readonly unknown[]> {
  const { launch: _inProcess, ...settings } = inProcessSettings(async () => 0);
  const trial = { id: "t1", variations: [planned(fault)], waits: false };
  const command = never(options);
  const { calls, exit } = await runOnce({ ...settings, command }, { trial, timeoutMs: 4_000 });
  expect(exit.timedOut).toBe(true);
  return calls.map(({ isOpen }) => isOpen);
}

// Each client runs until its time limit, so all run at once.
describe.concurrent("a call of a client that does not end in time", () => {
  it.each(["hang", "slow"])(
    "is open if its answer has not come: %s",
    async (fault) => {
      expect(await openCalls(fault)).toEqual([true]);
    },
    30_000,
  );

  it.each(["503", "reset-before"])(
    "is not open once it has ended: %s",
    async (fault) => {
      expect(await openCalls(fault)).toEqual([false]);
    },
    30_000,
  );

  it("is not open once the client has given up", async () => {
    expect(await openCalls("hang", "signal: AbortSignal.timeout(1_000),")).toEqual([false]);
  }, 30_000);
});
