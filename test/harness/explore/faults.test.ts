import { describe, expect, it } from "vitest";

import { faults } from "../../../src/harness/explore/variations/faults.ts";
import { NoAnswer } from "../../../src/network/http/no-answer.ts";
import { callId, planned } from "./made-up.ts";
import type { Asked } from "./varied.ts";
import { person, varied } from "./varied.ts";

const maya = "maya@example.com";
const noah = "noah@example.com";

/**
 * The status of the faulty POST (0 without a response), the status of the next person's POST, and
 * whether the first Lead exists.
 */
const shown: Readonly<Record<string, readonly [number, number, boolean]>> = {
  "reset-after": [0, 201, true],
  "429": [429, 429, false],
  "503": [503, 201, false],
  "500-after": [500, 201, true],
  "reset-before": [0, 201, false],
  slow: [201, 201, true],
  malformed: [201, 201, true],
  empty: [201, 201, true],
  outage: [503, 503, false],
};

async function statusOf(asking: Promise<Asked>): Promise<number> {
  try {
    return (await asking).status;
  } catch (error) {
    if (error instanceof NoAnswer) return 0;
    throw error;
  }
}

describe("a fault", () => {
  it("is tested here for each kind", () => {
    // `kept-connections.test.ts` tests the reset of an idle connection.
    expect([...Object.keys(shown), "hang", "reset-idle"].toSorted()).toEqual(
      faults.map(({ id }) => id).toSorted(),
    );
  });

  it.each(Object.entries(shown))(
    "%s applies to the intended calls only",
    async (id, expected) => {
      const { ask, control, firmId, observer, close } = varied(planned(id, { call: callId(maya) }));
      const post = (email: string) => ask("POST", `/firms/${firmId}/leads`, person(email));
      const first = await statusOf(post(maya));
      const second = await statusOf(post(noah));
      const { json } = await control("GET", "/leads?limit=100");
      const isThere = json.data.some(({ email }: { email: string }) => email === maya);
      close();
      expect([first, second, isThere]).toEqual(expected);
      const { effects, calls } = observer.seen();
      expect(calls.map(({ status }) => status)).toEqual([first, second]);
      expect(effects.get("default")?.stands ?? false).toBe(expected[2]);
    },
    20_000,
  );

  it("breaks the JSON of a response, or omits its body", async () => {
    for (const [id, text] of [
      ["malformed", /^\{"data":.*[^}]$/],
      ["empty", /^$/],
    ] as const) {
      const { ask, firmId, close } = varied(planned(id, { call: callId(maya) }));
      // oxlint-disable-next-line no-await-in-loop -- one sandbox after the other
      const answer = await ask("POST", `/firms/${firmId}/leads`, person(maya));
      close();
      expect(answer.text).toMatch(text);
      expect(answer.json).toBeNull();
    }
  });

  it("429 ends after two seconds of real time, and an outage does not", async () => {
    const statuses = await Promise.all(
      ["429", "outage"].map(async (id) => {
        const { ask, firmId, close } = varied(planned(id, { call: callId(maya) }));
        await ask("POST", `/firms/${firmId}/leads`, person(maya));
        await new Promise((resolve) => {
          setTimeout(resolve, 2_100);
        });
        const { status } = await ask("POST", `/firms/${firmId}/leads`, person(maya));
        close();
        return status;
      }),
    );
    expect(statuses).toEqual([201, 503]);
  });

  it("applies only to the call of that person, whatever comes before it", async () => {
    const { ask, firmId, close } = varied(planned("503", { call: callId(maya) }));
    const post = (email: string) => ask("POST", `/firms/${firmId}/leads`, person(email));
    const statuses = [await post(noah), await post(maya), await post(maya)].map(
      ({ status }) => status,
    );
    close();
    expect(statuses).toEqual([201, 503, 201]);
  });
});
