import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { hasPendingList, writtenJson } from "../../src/control/written-json.ts";
import { seeded } from "../property/seeded.ts";
import { turnsOf } from "./sliced-calls.ts";

function* madeOf(items: readonly unknown[]): Generator {
  yield* items;
}

async function textOf(value: unknown): Promise<string> {
  return Buffer.concat(await writtenJson(value)).toString();
}

/** An answer with lists, and the same answer with lists that are built on demand. */
const answers = fc
  .record({
    data: fc.array(fc.jsonValue(), { maxLength: 5 }),
    log: fc.record({ "a name": fc.jsonValue(), entries: fc.array(fc.jsonValue({ maxDepth: 1 })) }),
    meta: fc.option(fc.jsonValue(), { nil: undefined }),
  })
  .map((made) => ({
    made,
    unmade: {
      ...made,
      data: madeOf(made.data),
      log: { ...made.log, entries: madeOf(made.log.entries) },
    },
  }));

describe("writtenJson", () => {
  it("writes the JSON of JSON.stringify for the same answer with its lists built", () =>
    fc.assert(
      fc.asyncProperty(answers, async ({ made, unmade }) => {
        expect(hasPendingList(made)).toBe(false);
        expect(hasPendingList(unmade)).toBe(true);
        expect(await textOf(unmade)).toBe(JSON.stringify(made));
      }),
      seeded(200),
    ));

  it("yields to the event loop after some milliseconds, and builds items only when it writes them", async () => {
    let now = 0;
    const spy = vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
    onTestFinished(() => spy.mockRestore());
    let made = 0;
    const items = (function* () {
      for (; made < 1_000; made += 1) yield "é".repeat(100);
    })();
    const writing = textOf({ data: items });
    expect(made).toBeLessThan(10);
    expect(await turnsOf(writing)).toBeGreaterThan(200);
    expect(JSON.parse(await writing).data).toHaveLength(1_000);
  });
});
