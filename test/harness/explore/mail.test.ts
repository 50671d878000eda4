import { describe, expect, it } from "vitest";

import { severityOf } from "../../../src/harness/explore/model.ts";
import { recordCounts } from "../../../src/harness/explore/report/record-counts.ts";
import { changeText } from "../../../src/harness/explore/report/record-fields.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { judgeAgain } from "../../../src/harness/explore/trials/trial.ts";
import type { FinalWorld } from "../../../src/harness/runs/run.ts";
import type { Client } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { failed, judged, maya } from "./judged.ts";
import { lead, planned, world } from "./made-up.ts";

const welcome = lead(maya, { kind: "Mail", parent: null, state: "welcome" });
const once: readonly FinalWorld[] = [world(lead(maya), welcome)];
const altered = {
  verdict: "altered",
  reason: "The client claims success, but people got other mails than in the baseline.",
};

describe("a captured mail", () => {
  it.each([
    ["a second welcome mail", once, [world(lead(maya), welcome, welcome)]],
    ["an unwanted mail", [world(lead(maya))], once],
    ["a missing mail", once, [world(lead(maya))]],
  ])("alters the world: %s", (_name, before, after) => {
    const judgement = judged(planned("503"), { worlds: after }, { worlds: before });
    expect(judgement).toMatchObject({ ...altered, alsoSeen: [] });
    expect(severityOf(judgement.verdict)).toBe("medium");
  });

  it("is not told apart from its record where that is lost or duplicated", () => {
    const twice = world(lead(maya), lead(maya, { parent: "Firm B" }), welcome, welcome);
    expect(judged(planned("503"), { worlds: [world()] }, { worlds: once })).toMatchObject({
      verdict: "lost",
      alsoSeen: [],
    });
    expect(judged(planned("reset-after"), { worlds: [twice] }, { worlds: once })).toMatchObject({
      verdict: "duplicated",
      alsoSeen: [],
    });
  });

  it("is no finding where the client claims failure, or the provider chooses otherwise", () => {
    const none = { worlds: [world(lead(maya))] };
    expect(judged(planned("503"), { exit: failed, ...none }, { worlds: once }).verdict).toBe(
      "reported",
    );
    const unknown = planned("x", { family: "unknowns", call: null, choices: {} });
    expect(judged(unknown, none, { worlds: once }).verdict).toBe("independent");
  });

  it("is counted by kind and named in reports", () => {
    const converted = lead(maya, { kind: "Mail", parent: null, state: "converted" });
    const trial = { worlds: [world(lead(maya), welcome, welcome, converted)] };
    const { records } = judged(planned("503"), trial, {
      worlds: [world(lead(maya), welcome, converted)],
    });
    expect(records.map((one) => changeText(one, 3))).toEqual([`added welcome mail to ${maya}`]);
    const baseline = { worlds: [world(lead(maya), welcome, converted)] };
    expect(recordCounts(records, { baseline, trial })).toEqual([
      { kind: "Mail", parent: null, email: maya, expected: 1, found: 2 },
    ]);
  });
});

/** Creates a Lead without a mail to them. The retry after a refusal has the query `again`. */
function newClient(again: string, at = "?disableClientOutreach=true"): Client {
  return async ({ LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm }) => {
    const person = {
      email: maya,
      firstName: "Maya",
      lastName: "Moss",
      phone: { number: "6475550100" },
    };
    const send = (query: string): Promise<Response> =>
      fetch(`${url}/v1/firms/${firm}/leads${query}`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(person),
      });
    const first = await send(at);
    return first.ok || (await send(again)).ok ? 0 : 1;
  };
}

describe("a client that opts its people out of mail", () => {
  it.each([
    ["with another spelling of true depends on how the provider reads it", "True", "dependent"],
    ["as documented does not", "true", "independent"],
  ])("%s", async (_name, value, expected) => {
    const settings = inProcessSettings(newClient("", `?disableClientOutreach=${value}`));
    const baseline = await runOnce(settings, { trial: null, timeoutMs: 10_000 });
    const choices = { "mail.opt-out.values": "any-but-false" };
    const what = planned("x", { family: "unknowns", call: null, choices });
    expect((await judgeAgain(settings, baseline, what)).judgement.verdict).toBe(expected);
  });
});

describe("a retry", () => {
  it.each([
    ["forgets disableClientOutreach", "", altered],
    ["repeats disableClientOutreach", "?disableClientOutreach=true", { verdict: "tolerated" }],
  ])("that %s", async (_name, again, expected) => {
    const settings = inProcessSettings(newClient(again));
    const baseline = await runOnce(settings, { trial: null, timeoutMs: 10_000 });
    const { judgement } = await judgeAgain(settings, baseline, planned("503"));
    expect(judgement).toMatchObject(expected);
  });
});
