/** Compares quotas at calendar boundaries with a count of every request ever sent. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { burstPerMinute, hourMs, minuteMs } from "../../src/domain/model/quota.ts";
import { seeded } from "../property/seeded.ts";
import { newWorkspace, served } from "../world/workspace/served.ts";
import { sized } from "./size.ts";
import { moments } from "./time-moments.ts";

const id = "metered";
const pauses = [0, 0, 0, 1, 999, 29_999, 59_999, 60_000, 60_001, 1_800_000, 3_599_999, 3_600_000];
const windows = ["rolling-60-s", "clock-minute"] as const;
const latest = Date.parse("9999-12-31T23:59:59.999Z");

describe("a quota", () => {
  it("counts hours and minutes in milliseconds, regardless of the calendar (8; rules quota.rolling-hour, quota.burst)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.constantFrom(...windows),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.constantFrom(...pauses), { maxLength: 60, size: "max" }),
        async (from, burst, perHour, all) => {
          const sandbox = served();
          const body = { id, now: from, quotaPerHour: perHour };
          const key = await newWorkspace(sandbox, {
            ...body,
            assumptions: { "quota.burst": burst },
          });
          const used: number[] = [];
          const seen: number[] = [];
          const expected: number[] = [];
          let now = Date.parse(from);
          for (const pause of all) {
            const isAllowed =
              used.filter((time) => time > now - hourMs).length < perHour &&
              used.filter((time) => isInMinute(time, now, burst)).length < burstPerMinute(perHour);
            if (isAllowed) used.push(now);
            expected.push(isAllowed ? 200 : 429);
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            seen.push((await sandbox.api(key, "GET", "/leads?limit=1")).status);
            const by = Math.min(pause, latest - now);
            // oxlint-disable-next-line no-await-in-loop -- the clock moves between requests
            await sandbox.control("POST", `/workspaces/${id}/clock/advance`, { by });
            now += by;
          }
          sandbox.close();
          expect(seen).toEqual(expected);
        },
      ),
      seeded(sized(25, 3_000)),
    );
  }, 1_200_000);
});

function isInMinute(time: number, now: number, burst: (typeof windows)[number]): boolean {
  if (burst === "rolling-60-s") return time > now - minuteMs;
  return Math.floor(time / minuteMs) === Math.floor(now / minuteMs);
}
