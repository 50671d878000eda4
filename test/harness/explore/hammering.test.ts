import { describe, expect, it } from "vitest";

import { isHammering } from "../../../src/harness/explore/judge/hammering.ts";
import type { ObservedCall } from "../../../src/harness/explore/model.ts";
import { failed, judged, maya } from "./judged.ts";
import { call, callId, planned, world } from "./made-up.ts";

/** How long the answer to a call takes, in milliseconds. */
const answerMs = 10;

/** Equal calls, each sent so many milliseconds after the answer to the one before it. */
function chain(pauses: readonly number[], startMs = 0, status = 503): readonly ObservedCall[] {
  let sentAtMs = startMs;
  return [null, ...pauses].map((pauseMs) => {
    if (pauseMs !== null) sentAtMs += answerMs + pauseMs;
    const times = { sentAtMs, answeredAtMs: sentAtMs + answerMs };
    return call(callId(maya), { status, variation: "outage", ...times });
  });
}

const five = [0, 50, 50, 50, 99];
const doubling = [200, 400, 800, 1_600, 3_200, 6_400];
const eight = Array.from({ length: 8 }, (_, at) => at);

describe("hammering", () => {
  it.each([
    ["six requests in a row without a pause", [chain(five)], true],
    ["five requests without a pause", [chain([0, 0, 0, 0])], false],
    ["six requests with pauses", [chain([150, 150, 150, 150, 150])], false],
    ["pauses of 100 ms", [chain([100, 100, 100, 100, 100])], false],
    [
      "five of eight gaps without a pause, as on a busy machine",
      [chain([0, 900, 0, 0, 700, 0, 300, 0])],
      true,
    ],
    [
      "five of nine gaps without a pause, but four of any eight",
      [chain([0, 900, 0, 700, 0, 300, 0, 300, 0])],
      false,
    ],
    ["five of eight gaps, later", [chain([...doubling, 0, 900, 0, 0, 700, 0, 300, 0])], true],
    ["answers that are no refusals", [chain(five, 0, 409)], false],
    [
      "eight parallel equal requests that are not repeated",
      [eight.flatMap((at) => chain([], at))],
      false,
    ],
    ["eight in parallel with doubling waits", eight.map((at) => chain(doubling, at)), false],
    ["eight at the same time with doubling waits", eight.map(() => chain(doubling)), false],
    ["eight in parallel, all without a pause", eight.map((at) => chain(five, at)), true],
  ])("%s", (_name, chains, expected) => {
    expect(isHammering(chains.flat())).toBe(expected);
  });

  it("takes a request for the retry of the refusal that waits longest", () => {
    const slow = call(callId(maya), { status: 503, sentAtMs: 0, answeredAtMs: 500 });
    const quick = call(callId(maya), { status: 503, sentAtMs: 1, answeredAtMs: 20 });
    const retries = chain([0, 0, 0, 0], 510);
    expect(isHammering([slow, quick, ...retries])).toBe(false);
    expect(isHammering([slow, ...retries])).toBe(true);
  });

  it("counts equal requests only: another body is another request", () => {
    const calls = chain(five).map((one, at) => ({ ...one, body: `${at}` }));
    expect(isHammering(calls)).toBe(false);
  });

  it("is the verdict on a client that claims failure", () => {
    const trial = { exit: failed, worlds: [world()], calls: chain(five) };
    expect(judged(planned("outage"), trial).verdict).toBe("hammered");
  });
});
