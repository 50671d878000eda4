/** Calls whose time contradicts their place in a file, or the clock of the service. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readRecording } from "../../../src/harness/traffic/recording.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { day, dayWith, later, nine } from "../check-har/day.ts";
import { archive } from "./written.ts";

describe("a call with a wrong time", () => {
  const places = day.map((_call, place) => place);
  const wrong = places.flatMap((place) => [-3_600, 3_600].map((by) => [place, by] as const));

  it.each(wrong)("corrects call %d, %d s off, by its header Date", async (place, by) => {
    const { calls, skipped } = await readText(dayWith(place, by, true));
    expect(calls.map(({ number }) => number)).toEqual(places.map((one) => one + 1));
    expect(calls.map(({ sentAtMs }) => Math.round(sentAtMs / 1_000) - nine / 1_000)).toEqual(
      day.map(([seconds]) => seconds),
    );
    expect(skipped.misplaced).toBe(0);
  });

  it.each(wrong)("leaves call %d, %d s off, out without one", async (place, by) => {
    const { calls, skipped } = await readText(dayWith(place, by, false));
    // The first may be early, and the last late. A create has the time of the service.
    const isPossible = (by < 0 && place === 0) || (by > 0 && place === 8);
    // Of the first two, and of the last two, either may be wrong.
    const other = by < 0 && place === 1 ? 0 : by > 0 && place === 7 ? 8 : null;
    const wanted = places.filter(
      (one) => one !== other && (one !== place || isPossible || one === 1),
    );
    expect(calls.map(({ number }) => number)).toEqual(wanted.map((one) => one + 1));
    expect(skipped.misplaced).toBe(day.length - wanted.length);
  });

  it.each([
    ["newest first", places.toReversed()],
    ["without any order", [4, 0, 7, 2, 8, 5, 1, 6, 3]],
  ])("leaves nothing out of a file that is written %s", async (_name, order) => {
    const entries = order.map((place) => later(place * 600, day[place]?.[1] ?? {}));
    const { skipped } = await readText(archive(entries));
    expect(skipped.misplaced).toBe(0);
  });
});

function readText(text: string) {
  const file = join(temporaryFolder(), "day.har");
  writeFileSync(file, text);
  return readRecording([file]);
}
