import type { Bench, Measure, Row, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import type { Sent } from "../sent.ts";
import { withServed } from "../served.ts";
import { create, listsOf, reset as resetRequest } from "../targets/sandbox.ts";

/** Lists of many Leads, each directly after a write. */
export const afterWrite: Measure = {
  name: "after-write",
  title: "Lists after a write",
  note: "The median time of a list of 20 with total, at 1 connection. A POST of a Lead comes before each list. The filter matches every Lead; deep pages start at nine tenths of the Leads. Each list was used before.",
  yardstick: "1000 Leads",
  run: (bench) =>
    inTurns(
      bench,
      "after-write",
      [1_000, 10_000].map((count) => rowOf(bench, count, 1, listsOf(count))),
    ),
};

/** Reset over HTTP after a test of ten creates. */
export const reset: Measure = {
  name: "reset",
  title: "Reset over HTTP",
  note: "The median time of the reset alone, after ten POSTs, at 1 connection, by the number of Leads that it restores.",
  yardstick: "100 Leads",
  run: (bench) =>
    inTurns(
      bench,
      "reset",
      [100, 10_000].map((count) => rowOf(bench, count, 10, { reset: resetRequest })),
    ),
};

/** The time of each request directly after a number of writes, with `count` Leads. */
function rowOf(
  { folder, load, sized, targets }: Bench,
  count: number,
  writes: number,
  requests: Readonly<Record<string, Sent>>,
): Row {
  const visit = () =>
    withServed(targets.sandbox, count, folder, async ({ port }) => {
      const values: Record<string, Values[string]> = {};
      for (const [column, last] of Object.entries(requests)) {
        const turn = [...Array.from({ length: writes }, () => create), last];
        const job = { port, requests: turn, connections: 1, countsLast: true };
        await load.run({ ...job, requestsMax: turn.length * sized(20, 100) });
        const { medianMs } = await load.run({ ...job, requestsMax: turn.length * sized(20, 100) });
        values[column] = [medianMs, "ms"];
      }
      return values;
    });
  return [`${count} Leads`, visit];
}
