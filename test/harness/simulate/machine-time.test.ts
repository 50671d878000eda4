/** A simulated job must take its time from the sandbox. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import { machineTimeProblem } from "../../../src/harness/simulate/history/machine-time.ts";
import { nine, seenCall } from "./made-up.ts";

describe("a client that filters by the time of its machine", () => {
  const today = new Date().toISOString();
  const problemOf = (query: string, startsAt = nine) =>
    machineTimeProblem(seenCall(0, { query, sentAtMs: startsAt }), startsAt);

  it.each<readonly [string, string, number, boolean]>([
    ["is told so", `filter={"updatedAt":{"$gt":"${today}"}}`, nine, true],
    ["is told so for a date", `filter={"updatedAt":{"$gt":"${today.slice(0, 10)}"}}`, nine, true],
    [
      "is not told for a time of the workspace",
      `filter={"updatedAt":{"$gt":"2026-03-02T08:00:00.000Z"}}`,
      nine,
      false,
    ],
    ["is not told for another parameter", `order=${today}`, nine, false],
    [
      "is not told where both times are near",
      `filter={"updatedAt":{"$gt":"${today}"}}`,
      Date.now() - 86_400_000,
      false,
    ],
  ])("%s", (_name, query, startsAt, isTold) => {
    expect(problemOf(query, startsAt) !== null).toBe(isTold);
  });

  it("sees its request and both times", () => {
    const problem = problemOf(`filter={"updatedAt":{"$gt":"${today}"}}`);
    expect(problem).toContain(`GET /v1/firms/F1/leads?filter={"updatedAt":{"$gt":"${today}"}}`);
    expect(problem).toContain("The workspace's time is 2026-03-02T09:00:00.000Z.");
  });
});
