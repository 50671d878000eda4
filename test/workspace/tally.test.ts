import { describe, expect, it } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import type { EventType, WorkspaceEvent } from "../../src/workspace/events.ts";
import { newMemory } from "../../src/workspace/memory.ts";
import type { Tally } from "../../src/workspace/tally.ts";
import { newTally } from "../../src/workspace/tally.ts";

function event(type: EventType, data: Readonly<Record<string, Json>> = {}): WorkspaceEvent {
  return { cursor: 1, at: 0, type, data };
}

/** A tally that has counted something of every kind. */
function counted(): Tally {
  const tally = newTally();
  tally.answer("get-leads", 200, [{ id: "list.envelope", assumed: false }]);
  tally.answer(null, 404, [{ id: "http.path.unknown", assumed: true }]);
  tally.event(event("lead.created"));
  tally.rule("state.terminal");
  return tally;
}

const nothing = {
  requests: 0,
  refusals: new Map(),
  statuses: new Map(),
  rules: new Map(),
  events: new Map(),
};

describe("answer", () => {
  it("counts by operation and status, those of no operation apart, and each rule once an answer", () => {
    const tally = newTally();
    const cited = [{ id: "lead.get", assumed: false }] as const;
    tally.answer("get-lead", 200, cited);
    tally.answer("get-lead", 200, cited);
    tally.answer("get-lead", 404, []);
    tally.answer(null, 404, []);
    expect(tally.counts()).toEqual({
      requests: 4,
      refusals: new Map([[404, 2]]),
      statuses: new Map([
        [
          "get-lead",
          new Map([
            [200, 2],
            [404, 1],
          ]),
        ],
        [null, new Map([[404, 1]])],
      ]),
      rules: new Map([["lead.get", 2]]),
      events: new Map(),
    });
  });

  it("counts a request without an answer under status 0", () => {
    const tally = newTally();
    tally.answer("get-lead", 0, []);
    expect(tally.counts().statuses.get("get-lead")).toEqual(new Map([[0, 1]]));
  });

  it("counts refusals by status, without those that a planned fault made", () => {
    const tally = newTally();
    tally.answer("patch-lead", 422, []);
    tally.answer("patch-lead", 422, [{ id: "error.server", assumed: false }]);
    tally.answer("patch-lead", 500, [{ id: "error.server", assumed: false }]);
    tally.answer("get-lead", 399, []);
    tally.answer("get-lead", 400, []);
    expect(tally.counts().refusals).toEqual(
      new Map([
        [422, 1],
        [400, 1],
      ]),
    );
  });
});

describe("event", () => {
  it.each([
    { name: "lead.created", of: event("lead.created", { id: "Lead0001" }) },
    { name: "lead.updated Active", of: event("lead.updated", { id: "x", state: "Active" }) },
    { name: "mail.captured welcome", of: event("mail.captured", { kind: "welcome" }) },
    { name: "plan.created private", of: event("plan.created", { leadId: null }) },
    { name: "plan.created of-lead", of: event("plan.created", { leadId: "Lead0001" }) },
    { name: "plan.moved New -> Closed", of: event("plan.moved", { from: "New", to: "Closed" }) },
  ])("is counted as what coverage asks for: $name", ({ name, of }) => {
    const tally = newTally();
    tally.event(of);
    tally.event(of);
    expect(tally.counts().events).toEqual(new Map([[name, 2]]));
  });
});

describe("clear and renew", () => {
  it("forget all that was counted", () => {
    const cleared = counted();
    cleared.clear();
    expect(cleared.counts()).toEqual(nothing);
    const renewed = counted();
    const clock = { mode: "frozen", now: 0 } as const;
    renewed.renew(
      newMemory({ seed: 1, fixture: "default", clock, assumptions: {}, expiresAt: null }, Date.now),
    );
    expect(renewed.counts()).toEqual(nothing);
    expect(renewed.inspect()).toEqual(newTally().inspect());
  });

  it("leave a tally that goes on counting", () => {
    const tally = counted();
    tally.clear();
    tally.rule("state.terminal");
    expect(tally.counts()).toEqual({ ...nothing, rules: new Map([["state.terminal", 1]]) });
  });
});
