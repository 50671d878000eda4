import { expect } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, later, list, refused } from "./row.ts";

const hour = 3_600_000;

/** The clock and the quotas that depend on it. */
export const time: readonly Row[] = [
  {
    call: "GET W/clock",
    promise: "{ data: { now, mode, offsetMs } }: offsetMs is how far it is ahead of the system's",
    async keeps(world) {
      await world.control("PUT", "/clock", { mode: "system", now: later(monday, hour) });
      const before = Date.now();
      const reply = answered(200, await world.control("GET", "/clock"));
      const offsetMs = Number(at(reply, "data.offsetMs"));
      const now = text(reply, "data.now");
      expect(at(reply, "data")).toEqual({
        now,
        mode: "system",
        offsetMs,
        rate: 1,
        onRefusal: "stay",
      });
      expect(Date.parse(now) - offsetMs).toBeGreaterThanOrEqual(before);
      expect(Date.parse(now) - offsetMs).toBeLessThanOrEqual(Date.now());
    },
  },
  {
    call: "GET W/clock",
    promise: "offsetMs is null when frozen",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/clock"));
      expect(at(reply, "data")).toEqual({
        now: monday,
        mode: "frozen",
        offsetMs: null,
        rate: null,
        onRefusal: "stay",
      });
    },
  },
  {
    call: "PUT W/clock",
    promise: "{ mode: frozen, now? }: stops where it is, or at a later moment",
    async keeps(world) {
      const now = later(monday, hour);
      const reply = await world.control("PUT", "/clock", { mode: "frozen", now });
      expect(at(answered(200, reply), "data")).toMatchObject({ mode: "frozen", now });
      const lead = await world.createLead();
      const shown = await world.control("GET", `/leads/${lead}`);
      expect(text(shown, "data.createdAt")).toBe(now);
      const still = await world.control("PUT", "/clock", { mode: "frozen" });
      expect(text(still, "data.now")).toBe(now);
    },
  },
  {
    call: "PUT W/clock",
    promise: "{ mode: system, now? }: runs on from there",
    async keeps(world) {
      const now = later(monday, hour);
      const from = Date.now();
      const reply = await world.control("PUT", "/clock", { mode: "system", now });
      expect(at(answered(200, reply), "data.mode")).toBe("system");
      const clock = await world.control("GET", "/clock");
      const gone = Date.parse(text(clock, "data.now")) - Date.parse(now);
      expect(gone).toBeGreaterThanOrEqual(0);
      expect(gone).toBeLessThanOrEqual(Date.now() - from);
    },
  },
  {
    call: "PUT W/clock",
    promise: "time only moves forward: 409 for an earlier moment, and nothing moves",
    async keeps(world) {
      const now = later(monday, -1);
      for (const mode of ["frozen", "system"]) {
        // oxlint-disable-next-line no-await-in-loop -- one mode at a time
        refused(409, await world.control("PUT", "/clock", { mode, now }), /forward/);
      }
      refused(409, await world.control("POST", "/clock/advance", { to: now }), /forward/);
      expect(text(await world.control("GET", "/clock"), "data.now")).toBe(monday);
      refused(422, await world.control("PUT", "/clock", {}), /mode/);
    },
  },
  {
    call: "POST W/clock/advance",
    promise: "{ by }, { to } or { untilAllowed }: exactly one of them",
    options: { quotaPerHour: 10 },
    async keeps(world) {
      const advanced = async (body: object): Promise<string> =>
        text(answered(200, await world.control("POST", "/clock/advance", body)), "data.now");
      expect(await advanced({ by: "PT1H" })).toBe(later(monday, hour));
      expect(await advanced({ to: later(monday, 2 * hour) })).toBe(later(monday, 2 * hour));
      expect(await advanced({ untilAllowed: world.keyIds.partner })).toBe(later(monday, 2 * hour));
      const none = refused(422, await world.control("POST", "/clock/advance", {}));
      expect(text(none, "fields.body.0.message")).toMatch(/by .*, to .* and untilAllowed/);
      const two = { by: 1, to: later(monday, 3 * hour) };
      refused(422, await world.control("POST", "/clock/advance", two));
      const nobody = { untilAllowed: "NoKey000" };
      refused(404, await world.control("POST", "/clock/advance", nobody), /NoKey000/);
    },
  },
  {
    call: "POST W/clock/advance",
    promise: "untilAllowed: the next request is allowed, and a millisecond earlier it is rejected",
    options: { quotaPerHour: 1 },
    async keeps(world) {
      answered(200, await world.api("GET", "/v1/firms"));
      await world.control("POST", "/clock/advance", { by: hour - 1 });
      answered(429, await world.api("GET", "/v1/firms"));
      const key = { untilAllowed: world.keyIds.partner };
      const reply = await world.control("POST", "/clock/advance", key);
      expect(text(answered(200, reply), "data.now")).toBe(later(monday, hour));
      answered(200, await world.api("GET", "/v1/firms"));
    },
  },
  {
    call: "POST W/clock/advance",
    promise: "work that falls due on the way happens in order before the answer",
    async keeps(world) {
      const key = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
      const plan = { match: { path: "/never" }, then: { status: 503 } };
      const expiresAt = moment(20);
      const issued = await world.control("POST", "/api-keys", { ...key, expiresAt });
      const times = { startsAt: moment(10), expiresAt: moment(30) };
      const fault = await world.control("POST", "/faults", { ...plan, ...times });
      const [keyId, faultId] = [text(issued, "data.id"), text(fault, "data.id")];
      const from = list(await world.control("GET", "/events")).length;
      await world.control("POST", "/clock/advance", { by: "PT1H" });
      const events = await world.control("GET", `/events?after=${from}`);
      const expected = list(events).map((_event, index) =>
        ["at", "type", "data.id"].map((path) => at(events, `data.${index}.${path}`)),
      );
      expect(expected).toEqual([
        [moment(10), "fault.started", faultId],
        [moment(20), "key.expired", keyId],
        [moment(30), "fault.expired", faultId],
        [moment(60), "clock.moved", undefined],
      ]);
    },
  },
  {
    call: "GET W/quotas",
    promise:
      "per key: keyId, quotaPerHour, burstPerMinute, usedLastHour, usedLastMinute, nextAllowedAt",
    options: { quotaPerHour: 20 },
    async keeps(world) {
      answered(200, await world.api("GET", "/v1/firms"));
      await world.control("POST", "/clock/advance", { by: "PT2M" });
      answered(200, await world.api("GET", "/v1/firms"));
      const reply = answered(200, await world.control("GET", "/quotas"));
      expect(column(reply, "keyId")).toEqual(["HPkeySbx", "HPkeyPrd", "MRkeySbx", "MRkeyPrd"]);
      expect(at(reply, "data.0")).toEqual({
        keyId: world.keyIds.partner,
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
    promise: "{ quotaPerHour: n | null }: N are answered and N + 1 is refused, null has no limit",
    options: { quotaPerHour: 500 },
    async keeps(world) {
      const path = `/quotas/${world.keyIds.partner}`;
      const set = answered(200, await world.control("PUT", path, { quotaPerHour: 2 }));
      expect(at(set, "data")).toMatchObject({ keyId: world.keyIds.partner, quotaPerHour: 2 });
      expect(await spread(world, 3)).toEqual([200, 200, 429]);
      await world.control("PUT", path, { quotaPerHour: 3 });
      expect(await spread(world, 2)).toEqual([200, 429]);
      await world.control("PUT", path, { quotaPerHour: null });
      expect(await spread(world, 3)).toEqual([200, 200, 200]);
      for (const quotaPerHour of [0, -1, 1.5, "5", undefined]) {
        // oxlint-disable-next-line no-await-in-loop -- one quota at a time
        refused(422, await world.control("PUT", path, { quotaPerHour }), /quotaPerHour/);
      }
      refused(404, await world.control("PUT", "/quotas/NoKey000", { quotaPerHour: 1 }), /NoKey000/);
    },
  },
  {
    call: "POST W/quotas/{keyId}/use",
    promise: "{ count, over? }: used up without sending requests, at once or spread before now",
    options: { quotaPerHour: 100 },
    async keeps(world) {
      const path = `/quotas/${world.keyIds.partner}/use`;
      const spreadOut = answered(
        200,
        await world.control("POST", path, { count: 99, over: "PT30M" }),
      );
      expect(at(spreadOut, "data")).toMatchObject({ usedLastHour: 99, usedLastMinute: 4 });
      answered(200, await world.api("GET", "/v1/firms"));
      answered(429, await world.api("GET", "/v1/firms"));
      expect(list(await world.control("GET", "/requests"))).toHaveLength(2);
      await world.control("POST", `/quotas/${world.keyIds.partner}/refill`);
      const atOnce = await world.control("POST", path, { count: 10 });
      expect(at(atOnce, "data")).toMatchObject({ usedLastMinute: 10 });
      refused(422, await world.control("POST", path, {}), /count/);
      refused(404, await world.control("POST", "/quotas/NoKey000/use", { count: 1 }), /NoKey000/);
    },
  },
  {
    call: "POST W/quotas/{keyId}/refill",
    promise: "as if nothing had been sent",
    options: { quotaPerHour: 1 },
    async keeps(world) {
      answered(200, await world.api("GET", "/v1/firms"));
      answered(429, await world.api("GET", "/v1/firms"));
      const path = `/quotas/${world.keyIds.partner}/refill`;
      const reply = answered(200, await world.control("POST", path));
      const empty = { usedLastHour: 0, usedLastMinute: 0, nextAllowedAt: monday };
      expect(at(reply, "data")).toMatchObject(empty);
      answered(200, await world.api("GET", "/v1/firms"));
      refused(404, await world.control("POST", "/quotas/NoKey000/refill"), /NoKey000/);
    },
  },
];

function moment(minutes: number): string {
  return later(monday, minutes * 60_000);
}

/** The statuses of `count` requests, ten minutes apart to avoid the burst limit. */
async function spread(world: World, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the clock moves between them
    statuses.push((await world.api("GET", "/v1/firms")).status);
    // oxlint-disable-next-line no-await-in-loop -- the clock moves between them
    await world.control("POST", "/clock/advance", { by: "PT10M" });
  }
  return statuses;
}
