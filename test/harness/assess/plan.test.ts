/** Which trials an assessment runs, and what its checks get of them. */
import { describe, expect, it } from "vitest";

import { planAssessment, planExports } from "../../../src/harness/assess/runs/plan.ts";
import { baselineRun, trialName, trialRun } from "../../../src/harness/assess/runs/run-of.ts";
import type { ObservedCall, Trial } from "../../../src/harness/explore/model.ts";
import { call, callId, observation, planned } from "../explore/made-up.ts";
import { judged } from "./made-up-trial.ts";

const create = call(callId("maya@example.com"), { sentAtMs: 20 });
const list = call(callId(null, { operation: "get-leads-for-firm" }), { sentAtMs: 10, status: 200 });
const change = call(callId("maya@example.com", { operation: "patch-Lead" }), {
  method: "PATCH",
  sentAtMs: 30,
  status: 200,
});
const second = call(callId("noor@example.com"), { sentAtMs: 15 });
const seenOnWire: Partial<ObservedCall> = {
  requestId: "r1",
  host: "localhost:4610",
  requestHeaders: new Map([["user-agent", "sync"]]),
  surface: "partner-sandbox",
  key: "k1",
  keyIn: "url",
  process: 2,
};

const plan = (calls: readonly ObservedCall[], given = {}) =>
  planAssessment(observation({ calls }), {
    assumptions: {},
    moreLeads: null,
    isSuite: false,
    ...given,
  });

/** The variations of trials as `variation at operation`, those of single calls only. */
const atCalls = (trials: readonly Trial[]) =>
  trials.flatMap(({ variations }) =>
    variations.flatMap(({ variation, call: id, family }) =>
      id === null || family === "unknowns" ? [] : [`${variation} at ${id.operation} ${id.subject}`],
    ),
  );

const families = (isSuite: boolean) =>
  plan([create], { isSuite }).together.flatMap((one) => one.variations.map(({ family }) => family));
const idsAlone = ({ alone }: ReturnType<typeof plan>) => alone.map(({ id }) => id);

describe("the trials of an assessment", () => {
  const trials = atCalls(plan([change, create, list]).together);
  const [post, patch, get] = [
    "post-leads-for-firm maya@example.com",
    "patch-Lead maya@example.com",
    "get-leads-for-firm null",
  ] as const;

  it.each([
    ["reset-after", [post, patch, get]],
    ["503", [post, patch, get]],
    ["hang-60", [post]],
    ["409", [post]],
    ["poison", [post]],
    ["crash-before", [post]],
    ["crash", [post]],
    ["422", [get, post]],
    ["key-revoked", [get]],
    ["key-revoked-after-write", [post]],
  ])("try %s at the calls that meet it first", (variation, places) => {
    const found = trials.filter((one) => one.startsWith(`${variation} at `));
    expect(new Set(found)).toEqual(new Set(places.map((place) => `${variation} at ${place}`)));
  });

  it("take the first call of each kind by time", () => {
    const found = atCalls(plan([create, second]).together);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => one.includes("maya"))).toEqual([]);
  });

  it("of a client that only reads have nothing about writes", () => {
    const { together, alone } = plan([list]);
    const variations = atCalls(together).map((one) => one.split(" ")[0]);
    expect(variations).toContain("key-revoked");
    expect(variations).toContain("hang-60");
    for (const one of ["409", "poison", "crash", "crash-before", "key-revoked-after-write"]) {
      expect(variations).not.toContain(one);
    }
    expect(atCalls(alone)).toEqual([`429×6 at ${get}`]);
  });

  it("of a client that only changes Leads measure pauses at the change", () => {
    const { together, alone } = plan([list, change]);
    expect(atCalls(alone)).toEqual([`429×6 at ${patch}`]);
    expect(atCalls(together)).toContain(`crash at ${patch}`);
    expect(atCalls(together)).not.toContain(`409 at ${patch}`);
  });

  it("of a client without calls concern the whole run only", () => {
    const { together, alone } = plan([]);
    expect(atCalls(together)).toEqual([]);
    expect(alone).toEqual([]);
    const variations = together.flatMap((one) => one.variations.map(({ variation }) => variation));
    expect(variations).toEqual(expect.arrayContaining(["again", "converted", "many"]));
  });

  it("add the Leads of --leads first", () => {
    const [first] = plan([create], { moreLeads: 7 }).together;
    expect(first).toMatchObject({ id: "leads", course: { moreLeads: 7 } });
    expect(plan([create]).together.map(({ id }) => id)).not.toContain("leads");
  });

  it("violate rules for a test suite only", () => {
    expect(families(true)).toContain("violations");
    expect(families(false)).not.toContain("violations");
  });

  it("have an unknown certificate for a client of https", () => {
    const secure = call(create.id, { scheme: "https" });
    expect(idsAlone(plan([secure]))).toContain("trial-trust");
    expect(idsAlone(plan([create]))).not.toContain("trial-trust");
    expect(plan([secure]).alone.at(-1)).toMatchObject({ isSettled: true, waits: false });
  });

  it("wait for a timeout without a processor", () => {
    const { together, alone } = plan([create]);
    const waits = (variation: string) =>
      [...together, ...alone].find(({ variations: [one] }) => one?.variation === variation)?.waits;
    expect([waits("hang-60"), waits("429×6"), waits("503"), waits("again")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

const page = (offset: number) =>
  call(callId(null, { operation: "get-leads-for-firm", ordinal: offset + 1 }), {
    status: 200,
    query: `offset=${offset}`,
    answer: JSON.stringify({ data: [], meta: { total: 3, count: 1, offset, limit: 1 } }),
    sentAtMs: offset,
  });

describe("the trials of exports", () => {
  it("have each fault at pages of the first list, settled by one run", () => {
    const trials = planExports({ calls: [page(0), page(1), page(2)] });
    const places = new Set(trials.map(({ variations: [one] }) => one?.call?.ordinal));
    expect(places).toEqual(new Set([1, 2, 3]));
    expect(trials.every(({ isSettled }) => isSettled === true)).toBe(true);
    expect(new Set(trials.map(({ id }) => id)).size).toBe(trials.length);
  });

  it("are none for a client that reads no list", () => {
    expect(planExports({ calls: [create] })).toEqual([]);
  });
});

describe("the run that checks judge", () => {
  it("has its calls in order, as they were seen", () => {
    const given = { sentAtMs: 5, answeredAtMs: 9, variation: "503" };
    const seen = call(create.id, { ...seenOnWire, ...given });
    const elsewhere = { ...create, host: "api.example.com" };
    const { calls } = baselineRun(observation({ calls: [elsewhere, seen] }));
    expect(calls).toMatchObject([
      {
        sentAtMs: 5,
        answeredAtMs: 9,
        isVaried: true,
        process: 2,
        requestId: "r1",
        host: "localhost:4610",
        isLoopback: true,
        surface: "partner-sandbox",
        key: "k1",
        keyIn: "url",
        subject: "maya@example.com",
      },
      { sentAtMs: 20, isVaried: false, process: 1, isLoopback: false, surface: null, key: null },
    ]);
    expect(calls[0]?.requestHeaders.get("user-agent")).toBe("sync");
  });

  it("is the first one for the baseline, with how the command ended", () => {
    const tests = new Map([["a test", "passed"]] as const);
    const one = baselineRun(observation({ exit: { code: 3, timedOut: false }, tests }));
    expect(one).toMatchObject({
      number: 1,
      trial: "baseline",
      verdict: null,
      isReached: true,
      tests,
      exits: [{ code: 3 }],
      stalls: null,
      outputSeen: null,
      ledger: null,
    });
    const exits = [
      { code: 0, timedOut: false },
      { code: 1, timedOut: false },
    ];
    expect(baselineRun(observation({ exits }))).toMatchObject({ exits, tests: null });
  });

  it.each([
    ["fault:503", judged()],
    ["again", judged({ planned: planned("again", { family: "rough" }) })],
    ["leads", judged({ trial: "leads", planned: planned("many", { family: "rough" }) })],
  ])("is named %s after its trial", (name, one) => {
    expect(trialName(one)).toBe(name);
    expect(trialRun(one, 4)).toMatchObject({ trial: name, number: 4, verdict: "tolerated" });
  });

  it("says whether the variation happened, and is missing if it was not kept", () => {
    const { facts } = judged();
    expect(trialRun(judged({ facts: { ...facts, fired: false } }), 2)?.isReached).toBe(false);
    expect(trialRun(judged(), 2)?.isReached).toBe(true);
    expect(trialRun(judged({ observation: null }), 2)).toBeNull();
  });
});
