/** A run that tests too little is not green, and copies that get in each other's way run one at a time. */
import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import type { Exploration } from "../../../src/harness/explore/exploration.ts";
import { isTested } from "../../../src/harness/explore/report/coverage.ts";
import { notesOn } from "../../../src/harness/explore/report/notes.ts";
import type { Client, Variables } from "./explored-in-process.ts";
import { exploredInProcess, inProcessSettings } from "./explored-in-process.ts";

/** Creates a person, waits a little, and reports failure truthfully. */
async function creates(variables: Variables, email: string): Promise<number> {
  const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = variables;
  const made = await fetch(`${url}/v1/firms/${firm}/leads`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(2_000),
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moss" }),
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  return made.status === 201 ? 0 : 1;
}

/** A client with a lock: a second copy fails before its first call. */
function lockedClient(): Client {
  let isLocked = false;
  return async (variables) => {
    if (isLocked) return 1;
    isLocked = true;
    try {
      return await creates(variables, "maya@example.com");
    } finally {
      isLocked = false;
    }
  };
}

function untested({ judged }: Exploration): readonly string[] {
  return judged
    .filter((one) => !isTested(one))
    .map(({ planned, verdict }) => `${planned.family} ${planned.variation}: ${verdict}`);
}

describe("a client with a fixed port, lock or file", () => {
  it("runs one at a time after a trial that fails without a call, and works alone", async () => {
    const settings = { families: ["faults", "unknowns"] as const, shard: { part: 1, of: 3 } };
    const client = lockedClient();
    const exploration = await exploredInProcess(client, settings);
    expect(untested(exploration)).toEqual([]);
    expect(exploration.judged.length).toBeGreaterThan(10);
    expect(exploration.leftOut).toEqual([]);
    expect(exploration.inSequence).toBe(true);
    const notes = notesOn(exploration, inProcessSettings(client, settings));
    expect(notes).toContainEqual(expect.stringContaining("one at a time"));
  });

  it("runs on in parallel if such a trial also fails alone", async () => {
    let [running, most] = [0, 0];
    const exploration = await exploredInProcess(
      async (variables) => {
        if (variables["LEAD_SANDBOX_TRIAL"]?.includes('"503"') === true) return 1;
        running += 1;
        most = Math.max(most, running);
        return creates(variables, "maya@example.com").finally(() => (running -= 1));
      },
      { families: ["faults"], shard: { part: 3, of: 3 } },
    );
    expect(untested(exploration)).toEqual(["faults 503: not-reached"]);
    expect(exploration.inSequence).toBe(false);
    expect(most).toBeGreaterThan(1);
  });

  it("has no finding from a trial without a call", async () => {
    const exploration = await exploredInProcess(
      async (variables) =>
        variables["LEAD_SANDBOX_TRIAL"] === "null" ? creates(variables, "maya@example.com") : 1,
      { families: ["faults", "unknowns"] },
    );
    expect(untested(exploration)).toHaveLength(exploration.judged.length);
  });
});

describe("a client whose calls are never found again", () => {
  it("has no tested fault", async () => {
    const exploration = await exploredInProcess(
      (variables) => creates(variables, `${randomUUID()}@example.com`),
      { families: ["faults"], allowNondeterminism: true },
    );
    expect(untested(exploration)).toHaveLength(exploration.judged.length);
  });
});
