import { describe, expect, it } from "vitest";

import type { ObservedCall, Observation } from "../../../src/harness/explore/model.ts";
import type { FinalWorld } from "../../../src/harness/runs/run.ts";
import { failed, judged, left, maya, timedOut } from "./judged.ts";
import { call, callId, lead, planned, world } from "./made-up.ts";

/** Equal calls at each of these seconds, answered with 503. */
function sentAt(seconds: readonly number[]): readonly ObservedCall[] {
  return seconds.map((second, at) => {
    const times = { sentAtMs: second * 1_000, answeredAtMs: second * 1_000 + 10 };
    return call(callId(maya, { ordinal: at + 1 }), { variation: "outage", status: 503, ...times });
  });
}

/** The verdict on a 90-second outage in which the same call was sent at these seconds. */
function verdictAfter(seconds: readonly number[]): string {
  const calls = sentAt(seconds);
  const trial = { exit: timedOut, durationMs: 90_000, worlds: [world()], calls };
  return judged(planned("outage"), trial).verdict;
}

/** A world that contains only Maya's Lead. */
function stored(notes: string, name: string): readonly FinalWorld[] {
  return [world(lead(maya, { content: { notes, name } }))];
}

const refused = (status: number, given: Partial<ObservedCall> = {}) =>
  Array.from({ length: 5 }, (_, at) =>
    call(callId(maya, { ordinal: at + 1 }), {
      variation: "reset-after",
      status,
      sentAtMs: 1_000 * at,
      ...given,
    }),
  );

const withoutEnd = (calls: readonly ObservedCall[]) =>
  judged(planned("reset-after"), { exit: timedOut, durationMs: 90_000, calls });

const verdictOnHang = (durationMs: number, ...calls: readonly ObservedCall[]) =>
  judged(planned("hang"), { exit: timedOut, durationMs, worlds: [world()], calls }).verdict;

describe("the verdict on a fault", () => {
  it.each([
    ["tolerated: same claim, same world", { worlds: [world(lead(maya))] }, "tolerated"],
    ["reported: claims failure, there is no Lead", { exit: failed, worlds: [world()] }, "reported"],
    ["lost: claims success, the Lead is missing", { worlds: [world()] }, "lost"],
    [
      "duplicated: two Leads of one person",
      { worlds: [world(lead(maya), lead(maya, { parent: "FirmMember B" }))] },
      "duplicated",
    ],
    [
      "altered: another parent",
      { worlds: [world(lead(maya, { parent: "FirmMember B" }))] },
      "altered",
    ],
    [
      "altered: other contents",
      { worlds: [world(lead(maya, { content: { firstName: "M" } }))] },
      "altered",
    ],
    [
      "altered: a person who is not in the baseline",
      { worlds: [world(lead(maya), lead("other@example.com"))] },
      "altered",
    ],
    [
      "orphaned: claims failure, the created Lead is active",
      { exit: failed, worlds: [world(lead(maya))], ...left("created") },
      "orphaned",
    ],
    [
      "reported: claims failure, the effect was undone",
      { exit: failed, worlds: [world()], ...left("created", false) },
      "reported",
    ],
    [
      "reported: claims failure, other records remain",
      { exit: failed, worlds: [world(lead("other@example.com"))] },
      "reported",
    ],
  ] as const)("%s", (_name, trial, verdict) => {
    expect(judged(planned("reset-after"), trial).verdict).toBe(verdict);
  });

  it("names the affected records", () => {
    const { records } = judged(planned("503"), { worlds: [world()] });
    expect(records).toEqual([
      {
        change: "missing",
        kind: "Lead",
        email: maya,
        workspace: "default",
        baseline: lead(maya),
        trial: null,
      },
    ]);
  });

  it("is lost for a PATCH without effect, and altered for one with an effect and other contents", () => {
    const what = planned("503", { call: callId(maya, { operation: "patch-Lead" }) });
    const made = call(callId(maya, { operation: "patch-Lead" }), {
      method: "PATCH",
      body: '{"notes":"new"}',
    });
    const baseline = { calls: [made], worlds: stored("new", "May") };
    const verdict = (trial: Partial<Observation>) => judged(what, trial, baseline).verdict;
    expect(verdict({ worlds: stored("old", "May") })).toBe("lost");
    expect(verdict({ worlds: stored("newer", "May"), ...left("changed") })).toBe("altered");
    expect(verdict({ worlds: stored("new", "Maya") })).toBe("altered");
  });

  it("is lost for a DELETE without effect", () => {
    const id = callId(maya, { operation: "delete-lead" });
    const baseline = {
      calls: [call(id, { method: "DELETE" })],
      worlds: [world(lead(maya, { state: "Archived" }))],
    };
    const what = planned("503", { call: id });
    expect(judged(what, { worlds: [world(lead(maya))] }, baseline).verdict).toBe("lost");
  });

  it("is duplicated for a second live Lead next to an archived one of the baseline, under any parent", () => {
    const baseline = { worlds: [world(lead(maya, { state: "Archived" }))] };
    const both = [world(lead(maya), lead(maya, { state: "Archived", parent: "Firm B" }))];
    expect(judged(planned("reset-after"), { worlds: both }, baseline).verdict).toBe("duplicated");
    const moved = [world(lead(maya, { parent: "Firm B" }), lead(maya, { state: "Archived" }))];
    expect(judged(planned("reset-after"), { worlds: moved }).verdict).toBe("altered");
  });

  it("ignores a Lead that was created and then archived", () => {
    const twice = [world(lead(maya), lead(maya, { state: "Archived", parent: "Firm B" }))];
    expect(judged(planned("reset-after"), { worlds: twice }).verdict).toBe("tolerated");
  });

  it("is hung if a call was open for 60 seconds and none followed, and otherwise unfinished", () => {
    const met = call(callId(maya), { variation: "hang", status: 0, isOpen: true });
    expect(verdictOnHang(60_100, met)).toBe("hung");
    expect(verdictOnHang(59_000, met)).toBe("unfinished");
    expect(verdictOnHang(90_000, { ...met, isOpen: false })).toBe("unfinished");
    const later = call(callId(maya, { ordinal: 2 }), { sentAtMs: 31_000 });
    expect(verdictOnHang(90_000, met, later)).toBe("unfinished");
  });

  it("is not hung for the time in which the sandbox itself stood still", () => {
    const calls = [call(callId(maya), { variation: "hang", status: 0, isOpen: true })];
    const run = { exit: timedOut, durationMs: 90_000, worlds: [world()], calls };
    const stalls = [{ fromMs: 1_000, toMs: 41_000 }];
    expect(judged(planned("hang"), { ...run, stalls }).verdict).toBe("unfinished");
    expect(judged(planned("hang"), run).verdict).toBe("hung");
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 422])(
    "is endless for a write that a client repeats five times and more after a %i",
    (status) => {
      expect(withoutEnd(refused(status)).verdict).toBe("endless");
      const read = call(callId(maya, { operation: "get-lead" }), { sentAtMs: 3_500 });
      expect(withoutEnd([...refused(status), read]).verdict).toBe("endless");
    },
  );

  it("is not endless for fewer calls, reads, 429, 5xx, other requests, or a run that ended", () => {
    const verdicts = [
      refused(409).slice(0, 4),
      refused(404, { method: "GET" }),
      refused(429),
      refused(503),
      refused(409).map((one, at) => ({ ...one, body: `{"at":${at}}` })),
      [...refused(409), call(callId(maya, { operation: "get-lead" }), { sentAtMs: 9_000 })],
    ].map((calls) => withoutEnd(calls).verdict);
    expect(verdicts).toEqual(verdicts.map(() => "unfinished"));
    const ended = { exit: failed, worlds: [world()], calls: refused(409) };
    expect(judged(planned("reset-after"), ended).verdict).toBe("reported");
  });

  it("is unfinished for a client that waits after its answer, however long", () => {
    expect(verdictAfter([0, 1, 3, 7, 15, 31, 63])).toBe("unfinished");
    expect(verdictAfter([0])).toBe("unfinished");
  });

  it("lists all other applicable verdicts after the first", () => {
    const trial = {
      worlds: [world(lead("b@example.com"), lead("b@example.com", { parent: "x" }))],
    };
    const { verdict, alsoSeen } = judged(planned("503"), trial);
    expect({ verdict, alsoSeen }).toEqual({ verdict: "lost", alsoSeen: ["duplicated"] });
  });

  it("is not reached when the varied call did not happen", () => {
    expect(judged(planned("503"), { calls: [] }).verdict).toBe("not-reached");
  });

  it("is reported, never orphaned or duplicated, for a failing test", () => {
    const what = planned("reset-after");
    const trial = {
      tests: new Map([["a > b", "failed"]] as const),
      worlds: [world(lead(maya), lead(maya, { parent: "x" }))],
      ...left("created"),
    };
    expect(judged(what, trial).verdict).toBe("reported");
  });
});

describe("the verdict on an unknown or a lawful change", () => {
  const what = planned("x", { family: "unknowns", call: null, choices: { "lead.delete": "204" } });

  it("is independent for the same claim and world, whatever the time", () => {
    expect(judged(what, { worlds: [world(lead(maya))], durationMs: 9_000 }).verdict).toBe(
      "independent",
    );
  });

  it.each([
    ["another world", { worlds: [world()] }],
    ["another claim", { exit: failed, worlds: [world(lead(maya))] }],
    ["an unfinished run", { exit: timedOut, worlds: [world(lead(maya))] }],
  ])("is dependent for %s", (_name, trial) => {
    expect(judged(what, trial).verdict).toBe("dependent");
  });
});

describe("the verdict on a violation", () => {
  const what = planned("total-wrong", { family: "violations", call: null });

  it("is caught when the command fails, missed when it does not, and not reached without an effect", () => {
    expect(judged(what, { exit: failed }).verdict).toBe("caught");
    expect(judged(what, {}).verdict).toBe("missed");
    expect(judged(what, { calls: [call(callId(maya))] }).verdict).toBe("not-reached");
  });

  it("is caught when any test of the suite fails, and names the tests that noticed", () => {
    const baseline = { tests: new Map([["a > sees it", "passed"]] as const) };
    const sees = ["a > sees it", "passed"] as const;
    const suite = (...others: readonly (readonly [string, "passed" | "failed"])[]) => ({
      tests: new Map([sees, ...others]),
    });
    const before = suite(["a > looks", "passed"], ["a > is broken", "failed"]);
    const caught = judged(
      what,
      suite(["a > looks", "failed"], ["a > is broken", "failed"]),
      before,
    );
    expect([caught.verdict, caught.noticedBy]).toEqual(["caught", ["a > looks"]]);
    expect(judged(what, suite(), baseline).verdict).toBe("missed");
  });

  it("is unknown when no test fails but one is missing from the results", () => {
    const baseline = { tests: new Map([["a > looks", "passed"]] as const) };
    expect(judged(what, { tests: new Map() }, baseline).verdict).toBe("unknown");
  });
});
