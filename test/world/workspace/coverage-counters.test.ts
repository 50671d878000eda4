import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import type {
  CountedAnswer,
  CoverageCounters,
} from "../../../src/world/workspace/logs/coverage-counters.ts";
import { newCoverageCounters } from "../../../src/world/workspace/logs/coverage-counters.ts";
import type { EventType, WorkspaceEvent } from "../../../src/world/workspace/logs/events.ts";
import { newWorkspaceSettings } from "../../../src/world/workspace/workspace-settings.ts";

function event(type: EventType, data: Readonly<Record<string, Json>> = {}): WorkspaceEvent {
  return { cursor: 1, at: 0, type, data };
}

function answer(
  operationId: string | null,
  status: number,
  rules: CountedAnswer["rules"],
): CountedAnswer {
  return { path: "/v1/leads", operationId, status, rules };
}

/** Counters with a count of every kind. */
function counted(): CoverageCounters {
  const counters = newCoverageCounters();
  counters.answer(answer("get-leads", 200, [{ id: "list.envelope", assumed: false }]));
  counters.answer(answer(null, 404, [{ id: "http.path.unknown", assumed: true }]));
  counters.event(event("lead.created"));
  counters.rule("state.terminal");
  return counters;
}

const nothing = {
  requests: 0,
  withoutVersion: 0,
  refusals: new Map(),
  statuses: new Map(),
  rules: new Map(),
  events: new Map(),
};

describe("counting a response", () => {
  it("counts by operation and status, requests without an operation separately, and each rule once per response", () => {
    const counters = newCoverageCounters();
    const cited = [{ id: "lead.get", assumed: false }] as const;
    counters.answer(answer("get-lead", 200, cited));
    counters.answer(answer("get-lead", 200, cited));
    counters.answer(answer("get-lead", 404, []));
    counters.answer({ ...answer(null, 404, []), path: "/leads" });
    expect(counters.counts()).toEqual({
      requests: 4,
      withoutVersion: 1,
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

  it("counts a request without a response under status 0", () => {
    const counters = newCoverageCounters();
    counters.answer(answer("get-lead", 0, []));
    expect(counters.counts().statuses.get("get-lead")).toEqual(new Map([[0, 1]]));
  });

  it("counts refusals by status, except for those of a planned fault", () => {
    const counters = newCoverageCounters();
    counters.answer(answer("patch-Lead", 422, []));
    counters.answer(answer("patch-Lead", 422, [{ id: "error.server", assumed: false }]));
    counters.answer(answer("patch-Lead", 500, [{ id: "error.server", assumed: false }]));
    counters.answer(answer("get-lead", 399, []));
    counters.answer(answer("get-lead", 400, []));
    expect(counters.counts().refusals).toEqual(
      new Map([
        [422, 1],
        [400, 1],
      ]),
    );
  });
});

describe("counting an event", () => {
  it.each([
    { name: "lead.created", of: event("lead.created", { id: "Lead0001" }) },
    { name: "lead.updated Active", of: event("lead.updated", { id: "x", state: "Active" }) },
    { name: "mail.captured welcome", of: event("mail.captured", { kind: "welcome" }) },
    { name: "plan.created private", of: event("plan.created", { leadId: null }) },
    { name: "plan.created of-lead", of: event("plan.created", { leadId: "Lead0001" }) },
    { name: "plan.moved New -> Closed", of: event("plan.moved", { from: "New", to: "Closed" }) },
  ])("counts as the coverage check expects: $name", ({ name, of }) => {
    const counters = newCoverageCounters();
    counters.event(of);
    counters.event(of);
    expect(counters.counts().events).toEqual(new Map([[name, 2]]));
  });
});

describe("clear and renew", () => {
  it("reset all counts", () => {
    const cleared = counted();
    cleared.clear();
    expect(cleared.counts()).toEqual(nothing);
    const renewed = counted();
    const clock = { mode: "frozen", now: 0 } as const;
    renewed.renew(
      newWorkspaceSettings(
        { seed: 1, fixture: "default", clock, assumptions: {}, expiresAt: null },
        Date.now,
      ),
    );
    expect(renewed.counts()).toEqual(nothing);
    expect(renewed.inspect()).toEqual(newCoverageCounters().inspect());
  });

  it("do not affect the counters that were replaced", () => {
    const counters = counted();
    counters.clear();
    counters.rule("state.terminal");
    expect(counters.counts()).toEqual({ ...nothing, rules: new Map([["state.terminal", 1]]) });
  });
});
