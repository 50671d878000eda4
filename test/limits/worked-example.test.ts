import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";

const quota = 500;
const begin = Date.parse("2026-03-02T07:30:00.000Z");
const end = Date.parse("2026-03-02T07:45:00.000Z");

/** The times of 500 requests spread evenly from 07:30 to 07:45, both included: at most 34 in any minute. */
const moments = Array.from({ length: quota }, (_, index) =>
  Math.round(begin + (index * (end - begin)) / (quota - 1)),
);

describe("500 requests used between 07:30 and 07:45", () => {
  it("429 from the 501st at 07:45 on, and 200 again at 08:30 to the millisecond (8)", async () => {
    const { world, statuses } = await afterTheQuota();
    expect(statuses).toEqual(moments.map(() => 200));
    const seen: Record<string, number> = {};
    for (const time of [
      "07:45:00.000",
      "07:45:00.001",
      "07:46:00.000",
      "08:00:00.000",
      "08:15:00.000",
      "08:29:59.999",
      "08:30:00.000",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      seen[time] = (await readAt(world, Date.parse(`2026-03-02T${time}Z`))).status;
    }
    expect(seen).toEqual({
      "07:45:00.000": 429,
      "07:45:00.001": 429,
      "07:46:00.000": 429,
      "08:00:00.000": 429,
      "08:15:00.000": 429,
      "08:29:59.999": 429,
      "08:30:00.000": 200,
    });
  });

  it("the control API reports the next allowed time as 08:30, and moves the clock there (8)", async () => {
    const { world } = await afterTheQuota();
    const untilAllowed = world.keyIds.partner;
    const moved = await world.control("POST", "/clock/advance", { untilAllowed });
    expect(at(moved, "data.now")).toBe("2026-03-02T08:30:00.000Z");
    expect((await world.api("GET", "/v1/leads?limit=1")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads?limit=1")).status).toBe(429);
  });
});

async function readAt(world: World, moment: number): Promise<Reply> {
  const now = new Date(moment).toISOString();
  const moved = await world.control("PUT", "/clock", { mode: "frozen", now });
  if (moved.status !== 200) throw new Error(`The clock did not move: ${moved.text}`);
  return world.api("GET", "/v1/leads?limit=1");
}

/** A workspace at 07:45 whose Partner key has sent 500 requests since 07:30. */
async function afterTheQuota(): Promise<{
  readonly world: World;
  readonly statuses: readonly number[];
}> {
  const world = await newWorld({ now: new Date(begin).toISOString(), quotaPerHour: quota });
  const statuses: number[] = [];
  for (const moment of moments) {
    // oxlint-disable-next-line no-await-in-loop -- time moves forward
    statuses.push((await readAt(world, moment)).status);
  }
  return { world, statuses };
}
