/** What a run of the benchmarks can be told on its command line. */
import { parseArgs } from "node:util";

import { measures } from "./measures/measures.ts";
import { quickTargets, targetNames } from "./targets/targets.ts";

export interface Options {
  readonly isQuick: boolean;
  /** Whether it is the run that the page is made of. */
  readonly isWhole: boolean;
  readonly measures: readonly string[];
  readonly targets: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly requests: number;
  /** The folder that the report is written to; null where nothing says one. */
  readonly out: string | null;
  /** A file of figures that were measured before, of which the report is to be made. */
  readonly report: string | null;
  readonly isHelp: boolean;
}

/** A command line that means nothing; the message says why. */
export class UnusableOptions extends Error {}

const names = measures.map(({ name }) => name);

export const help = `npm run bench -- [options]

Measures this sandbox beside a bare Hono server and its peers, which takes about half an hour on two cores,
and writes docs/performance.md and docs/performance.json.

  --quick            a minute at a small size; prints the report and writes nothing
  --only MEASURE     one measure, or more with more of it: ${names.join(", ")}
  --target NAME      no other peers than these, with more of it more; this sandbox and bare Hono always take
                     part, and are alone with --target ${targetNames[0]}: ${targetNames.join(", ")}
  --rounds N         how often each figure is measured (3; 1 with --quick)
  --seconds N        how long a point of throughput takes (2; 0.3 with --quick)
  --requests N       how many requests memory is measured under (1000000; 20000 with --quick)
  --out FOLDER       writes the two files there, whatever was measured; the folder is made
  --report FILE      prints the report of figures that were measured before
  --help             prints this
`;

/** The options of a command line; throws `UnusableOptions` for what it does not understand. */
export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args);
  const isQuick = values.quick;
  const only = known("measure", values.only, names);
  const target = known("target", values.target, targetNames);
  return {
    isQuick,
    isWhole: !isQuick && only === null && target === null,
    measures: only ?? names,
    targets: target ?? (isQuick ? quickTargets : targetNames),
    rounds: count("rounds", values.rounds, isQuick ? 1 : 3),
    seconds: amount("seconds", values.seconds, isQuick ? 0.3 : 2),
    requests: count("requests", values.requests, isQuick ? 20_000 : 1_000_000),
    out: values.out ?? null,
    report: values.report ?? null,
    isHelp: values.help,
  };
}

function valuesOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        target: { type: "string", multiple: true },
        rounds: { type: "string" },
        seconds: { type: "string" },
        requests: { type: "string" },
        out: { type: "string" },
        report: { type: "string" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
    return values;
  } catch (error) {
    throw new UnusableOptions(error instanceof Error ? error.message : String(error));
  }
}

function known(
  what: string,
  given: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] | null {
  if (given === undefined) return null;
  const unknown = given.filter((name) => !all.includes(name));
  if (unknown.length === 0) return given;
  throw new UnusableOptions(
    `There is no ${what} ${unknown.join(", ")}; there are ${all.join(", ")}.`,
  );
}

function count(name: string, given: string | undefined, usual: number): number {
  const value = amount(name, given, usual);
  if (Number.isSafeInteger(value)) return value;
  throw new UnusableOptions(`--${name} takes a whole number, not ${given}.`);
}

function amount(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const value = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (value > 0) return value;
  throw new UnusableOptions(`--${name} takes a number above 0, not ${JSON.stringify(given)}.`);
}
