import { expect } from "vitest";

import { monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { later, rejected } from "./row.ts";

const hour = 3_600_000;
const keyId = "HPkeySbx";

/** The clock and the quotas that depend on it; `test/server/control/time-and-quotas/time.test.ts` tests what falls due on the way. */
export const time: readonly Row[] = [
  {
    call: "GET W/clock",
    method: "clock.get",
    promise: "{ data: { now, mode, offsetMs } }: offsetMs is how far it is ahead of the system's",
    async keeps({ workspace, client }) {
      await workspace.clock.run(later(monday, hour));
      const before = Date.now();
      const clock = await workspace.clock.get();
      const { now, offsetMs } = clock;
      expect(clock).toEqual({ now, mode: "system", offsetMs, rate: 1, onRefusal: "stay" });
      expect(Date.parse(now) - Number(offsetMs)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(now) - Number(offsetMs)).toBeLessThanOrEqual(Date.now());
      expect((await client.clock.get()).mode).toBe("system");
    },
  },
  {
    call: "GET W/clock",
    promise: "offsetMs is null when frozen",
    async keeps({ workspace }) {
      const frozen = { mode: "frozen", offsetMs: null, rate: null, onRefusal: "stay" };
      expect(await workspace.clock.get()).toEqual({ now: monday, ...frozen });
    },
  },
  {
    call: "PUT W/clock",
    method: "clock.freeze",
    promise: "{ mode: frozen, now? }: stops where it is, or at a later moment",
    async keeps({ workspace, createLead }) {
      const now = later(monday, hour);
      expect(await workspace.clock.freeze(now)).toMatchObject({ mode: "frozen", now });
      const { createdAt } = await workspace.leads.get(await createLead());
      expect(createdAt).toBe(now);
      await workspace.clock.run();
      const stopped = await workspace.clock.freeze();
      expect(await workspace.clock.get()).toEqual(stopped);
    },
  },
  {
    call: "PUT W/clock",
    method: "clock.run",
    promise: "{ mode: system, now? }: runs on from there",
    async keeps({ workspace }) {
      const now = later(monday, hour);
      const from = Date.now();
      expect((await workspace.clock.run(now)).mode).toBe("system");
      const gone = Date.parse((await workspace.clock.get()).now) - Date.parse(now);
      expect(gone).toBeGreaterThanOrEqual(0);
      expect(gone).toBeLessThanOrEqual(Date.now() - from);
      expect((await workspace.clock.run()).mode).toBe("system");
    },
  },
  {
    call: "POST W/clock/advance",
    method: "clock.advance",
    promise: "by a duration or milliseconds, to a moment, or until a key may send",
    options: { quotaPerHour: 1 },
    async keeps({ workspace, api }) {
      const moved = async (target: Parameters<typeof workspace.clock.advance>[0]) =>
        (await workspace.clock.advance(target)).now;
      expect(await moved("PT1H")).toBe(later(monday, hour));
      expect(await moved(500)).toBe(later(monday, hour + 500));
      expect(await moved({ by: "PT0.5S" })).toBe(later(monday, hour + 1_000));
      expect(await moved({ to: later(monday, 2 * hour) })).toBe(later(monday, 2 * hour));
      expect((await api("GET", "/v1/firms")).status).toBe(200);
      await moved(hour - 1);
      expect((await api("GET", "/v1/firms")).status).toBe(429);
      expect(await moved({ untilAllowed: keyId })).toBe(later(monday, 3 * hour));
      expect((await api("GET", "/v1/firms")).status).toBe(200);
      await rejected(404, workspace.clock.advance({ untilAllowed: "NoKey000" }), /NoKey000/);
    },
  },
  {
    call: "GET W/quotas",
    method: "quotas.list",
    promise:
      "per key: keyId, quotaPerHour, burstPerMinute, usedLastHour, usedLastMinute, nextAllowedAt",
    options: { quotaPerHour: 20 },
    async keeps({ workspace, api }) {
      await api("GET", "/v1/firms");
      await workspace.clock.advance("PT2M");
      await api("GET", "/v1/firms");
      const { data } = await workspace.quotas.list();
      expect(data.map((quota) => quota.keyId)).toEqual([keyId, "HPkeyPrd", "MRkeySbx", "MRkeyPrd"]);
      expect(data[0]).toEqual({
        keyId,
        quotaPerHour: 20,
        burstPerMinute: 2,
        usedLastHour: 2,
        usedLastMinute: 1,
        nextAllowedAt: later(monday, 120_000),
      });
    },
  },
  {
    call: "PUT W/quotas/{keyId}",
    method: "quotas.set",
    promise: "{ quotaPerHour: n | null }: N are answered and N + 1 is refused, null has no limit",
    async keeps({ workspace, api }) {
      const one = await workspace.quotas.set(keyId, 1);
      expect(one).toMatchObject({ keyId, quotaPerHour: 1 });
      expect((await api("GET", "/v1/firms")).status).toBe(200);
      expect((await api("GET", "/v1/firms")).status).toBe(429);
      expect((await workspace.quotas.set(keyId, null)).quotaPerHour).toBeNull();
      expect((await api("GET", "/v1/firms")).status).toBe(200);
    },
  },
  {
    call: "POST W/quotas/{keyId}/use",
    method: "quotas.use",
    promise: "{ count, over? }: used up without sending requests, at once or spread before now",
    options: { quotaPerHour: 100 },
    async keeps({ workspace, api }) {
      const spread = await workspace.quotas.use(keyId, { count: 99, over: "PT30M" });
      expect(spread).toMatchObject({ usedLastHour: 99, usedLastMinute: 4 });
      expect((await api("GET", "/v1/firms")).status).toBe(200);
      expect((await api("GET", "/v1/firms")).status).toBe(429);
      expect(await workspace.requests.count()).toBe(2);
    },
  },
  {
    call: "POST W/quotas/{keyId}/refill",
    method: "quotas.refill",
    promise: "as if nothing had been sent",
    options: { quotaPerHour: 1 },
    async keeps({ workspace, api }) {
      await api("GET", "/v1/firms");
      expect((await api("GET", "/v1/firms")).status).toBe(429);
      const empty = { usedLastHour: 0, usedLastMinute: 0, nextAllowedAt: monday };
      expect(await workspace.quotas.refill(keyId)).toMatchObject(empty);
      expect((await api("GET", "/v1/firms")).status).toBe(200);
    },
  },
];
