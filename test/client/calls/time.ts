import { expect, vi } from "vitest";

import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

const monday = "2026-03-02T09:00:00.000Z";
const tuesday = "2026-03-03T09:00:00.000Z";

/** Calls for time, quotas and faults. */
export const timeCalls: readonly Call[] = [
  {
    method: "clock.get",
    operation: "get-clock",
    does: "tells the time of the workspace",
    async shows({ workspace, client }) {
      expect(await workspace.clock.get()).toMatchObject({ mode: "frozen", now: monday });
      expect((await client.clock.get()).mode).toBe("system");
    },
  },
  {
    method: "clock.freeze",
    operation: "put-clock",
    does: "stops the clock, at a moment when one is given",
    async shows({ workspace }) {
      expect(await workspace.clock.freeze(tuesday)).toMatchObject({ mode: "frozen", now: tuesday });
      await workspace.clock.run();
      const { mode, now } = await workspace.clock.freeze();
      expect([mode, now]).toEqual(["frozen", (await workspace.clock.get()).now]);
    },
  },
  {
    method: "clock.run",
    operation: "put-clock",
    does: "lets the clock run, from a moment when one is given",
    async shows({ workspace }) {
      const { mode, now } = await workspace.clock.run(tuesday);
      expect(mode).toBe("system");
      expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(tuesday));
      expect((await workspace.clock.run()).mode).toBe("system");
    },
  },
  {
    method: "clock.advance",
    operation: "advance-clock",
    does: "moves by a duration or milliseconds, to a moment, or until a key may send",
    quotaPerHour: 1,
    async shows({ workspace, api }) {
      const moved = async (target: Parameters<typeof workspace.clock.advance>[0]) =>
        (await workspace.clock.advance(target)).now;
      expect(await moved("PT1H")).toBe("2026-03-02T10:00:00.000Z");
      expect(await moved(500)).toBe("2026-03-02T10:00:00.500Z");
      expect(await moved({ by: "PT0.5S" })).toBe("2026-03-02T10:00:01.000Z");
      expect(await moved({ to: tuesday })).toBe(tuesday);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
      expect(await moved({ untilAllowed: "HPkeySbx" })).toBe("2026-03-03T10:00:00.000Z");
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    method: "quotas.list",
    operation: "list-quotas",
    does: "tells what each key has sent",
    quotaPerHour: 10,
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const [quota, ...others] = await dataOf(workspace.quotas.list());
      expect(quota).toMatchObject({ keyId: "HPkeySbx", quotaPerHour: 10, usedLastHour: 1 });
      expect(others.map(({ usedLastHour }) => usedLastHour)).toEqual([0, 0, 0]);
    },
  },
  {
    method: "quotas.set",
    operation: "put-quota",
    does: "sets a quota, and takes it away",
    async shows({ workspace, api }) {
      expect((await workspace.quotas.set("HPkeySbx", 1)).quotaPerHour).toBe(1);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
      expect((await api("GET", "/v1/leads")).status).toBe(429);
      expect((await workspace.quotas.set("HPkeySbx", null)).quotaPerHour).toBeNull();
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    method: "quotas.use",
    operation: "use-quota",
    does: "uses it up without sending requests",
    quotaPerHour: 100,
    async shows({ workspace, api }) {
      const use = { count: 100, over: "PT30M" };
      expect((await workspace.quotas.use("HPkeySbx", use)).usedLastHour).toBe(100);
      expect((await api("GET", "/v1/leads")).status).toBe(429);
    },
  },
  {
    method: "quotas.refill",
    operation: "refill-quota",
    does: "gives it all back",
    quotaPerHour: 1,
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      expect((await workspace.quotas.refill("HPkeySbx")).usedLastHour).toBe(0);
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    method: "faults.list",
    operation: "list-faults",
    does: "tells how often each met a request",
    async shows({ workspace, api }) {
      const { id } = await workspace.faults.plan({ then: { status: 503 }, times: 1 });
      await api("GET", "/v1/leads");
      const [fault] = await dataOf(workspace.faults.list());
      expect(fault).toMatchObject({ id, hits: 1, state: "used-up" });
    },
  },
  {
    method: "faults.plan",
    operation: "plan-fault",
    does: "plans one",
    async shows({ workspace, api }) {
      const match = { method: "GET", path: "/leads" };
      const fault = await workspace.faults.plan({ match, then: { status: 503, message: "Busy" } });
      expect(fault).toMatchObject({ match, state: "active", hits: 0 });
      const answer = await api("GET", "/v1/leads");
      expect([answer.status, await answer.json()]).toEqual([503, { message: "Busy" }]);
      expect((await api("GET", "/v1/firms")).status).toBe(200);
    },
  },
  {
    method: "faults.get",
    operation: "get-fault",
    does: "tells of one, with what it holds",
    async shows({ workspace }) {
      const { id } = await workspace.faults.plan({ then: { kind: "hold" } });
      expect(await workspace.faults.get(id)).toMatchObject({ id, state: "active", held: [] });
    },
  },
  {
    method: "faults.release",
    operation: "release-held-requests",
    does: "answers a held request by hand",
    async shows({ workspace, api }) {
      const { id } = await workspace.faults.plan({ then: { kind: "hold" } });
      const sent = api("GET", "/v1/leads");
      const requestId = await vi.waitFor(async () => {
        const { held: [one] = [] } = await workspace.faults.get(id);
        return one?.requestId ?? expect.fail("held by now");
      }, 10_000);
      const release = { requestId, action: "answer", status: 202, body: { by: "hand" } } as const;
      expect((await workspace.faults.release(id, release)).requestIds).toEqual([requestId]);
      const answer = await sent;
      expect([answer.status, await answer.json()]).toEqual([202, { by: "hand" }]);
    },
  },
  {
    method: "faults.remove",
    operation: "remove-fault",
    does: "takes one back",
    async shows({ workspace, api }) {
      const { id } = await workspace.faults.plan({ then: { status: 503 } });
      expect(await workspace.faults.remove(id)).toEqual({ id });
      expect((await api("GET", "/v1/leads")).status).toBe(200);
    },
  },
  {
    method: "faults.clear",
    operation: "remove-faults",
    does: "deletes all",
    async shows({ workspace }) {
      await workspace.faults.plan({ then: { status: 503 } });
      await workspace.faults.plan({ then: { kind: "hang" } });
      expect(await workspace.faults.clear()).toEqual({ removed: 2 });
      expect(await dataOf(workspace.faults.list())).toEqual([]);
    },
  },
];
