import type { Bench, Measure, Row, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { withServed } from "../served.ts";
import { bareHonoName } from "../targets/peers.ts";
import type { Target } from "../targets/target.ts";

const leads = 1_000;
const note =
  "By the number of connections, with 1000 Leads of one Firm. Each server is new in each round.";
const readOnly = `${note} Nothing is written in between.`;
const written = `${note} Every email is new, and each POST sends the welcome mail.`;

/** GET one, list of 20 and POST at 1 and 10 connections, for every server. */
export const throughput: readonly Measure[] = [
  measure("get-one", "getOne", "GET one Lead", readOnly),
  measure("list", "list", "List of 20 with total, first page", readOnly),
  measure("create", "create", "POST a Lead", written),
];

type Operation = "getOne" | "list" | "create";

function measure(name: string, operation: Operation, title: string, text: string): Measure {
  const run = (bench: Bench) => {
    const rows = bench.targets.all.map((target) => rowOf(bench, target, operation));
    return inTurns(bench, name, rows);
  };
  return { name, title, note: text, yardstick: bareHonoName, run };
}

function rowOf({ folder, load, sized }: Bench, target: Target, operation: Operation): Row {
  const visit = () =>
    withServed(target, leads, folder, async ({ port, cpu }): Promise<Values> => {
      const run = (connections: number, seconds: number) =>
        load.run({ port, requests: [target[operation]], connections, seconds });
      // The code of the server is compiled before the first point.
      await run(10, sized(0.3, 2));
      const atOne = await run(1, sized(0.3, 1.5));
      const before = cpu();
      const atTen = await run(10, sized(0.3, 1.5));
      return {
        "at 1": [atOne.answers / atOne.seconds, "req/s"],
        "at 10": [atTen.answers / atTen.seconds, "req/s"],
        "CPU at 10": [((cpu() - before) / atTen.answers) * 1e6, "µs"],
      };
    });
  return [target.name, visit];
}
