/** The command-line options of the benchmarks. */
import { parseArgs } from "node:util";

import { feltMeasures, measures } from "./measures/measures.ts";
import { quickTargets, targetNames } from "./targets/targets.ts";

export interface Options {
  readonly isQuick: boolean;
  /** Whether the run has every measure and target, which a new docs page requires. */
  readonly isWhole: boolean;
  readonly measures: readonly string[];
  readonly targets: readonly string[];
  readonly rounds: number;
  readonly seconds: number;
  readonly requests: number;
  /** The folder for the report; null without `--out`. */
  readonly out: string | null;
  /** A file with earlier figures to report. */
  readonly report: string | null;
  readonly isHelp: boolean;
}

/** An invalid command line. The message gives the reason. */
export class InvalidOptions extends Error {}

const names = measures.map(({ name }) => name);
const quickNames = feltMeasures.map(({ name }) => name);

export const help = `npm run bench -- [options]

Measures this sandbox, bare Hono and peers, and writes docs/performance.md and docs/performance.json.
A whole run takes under 40 minutes on two quiet cores.

  --quick            measures what users wait for, at small sizes, in under two minutes; prints the report
  --only MEASURE     runs only this measure; repeat it for more. Measures:
${listed(names)}
  --target NAME      runs only this peer, with the sandbox and bare Hono; repeat it for more.
                     --target ${targetNames[0]} runs no peer. Targets:
${listed(targetNames)}
  --rounds N         sets the rounds of each figure (3; 1 with --quick)
  --seconds N        sets the seconds of a point of throughput (1.5; 0.3 with --quick)
  --requests N       sets the requests of the measure memory (1000000; 20000 with --quick)
  --out FOLDER       writes the two files there after any run; creates the folder
  --report FILE      prints the report of an earlier performance.json
  --help             prints this help
`;

/** Formats names as lines of the help. */
function listed(all: readonly string[]): string {
  return all.map((name) => `                       ${name}`).join("\n");
}

/** Parses a command line. Throws `InvalidOptions` if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const values = valuesOf(args);
  const isQuick = values.quick;
  const only = known("measure", values.only, names);
  const target = known("target", values.target, targetNames);
  return {
    isQuick,
    isWhole: !isQuick && only === null && target === null,
    measures: only ?? (isQuick ? quickNames : names),
    targets: target ?? (isQuick ? (only === null ? [] : quickTargets) : targetNames),
    rounds: count("rounds", values.rounds, isQuick ? 1 : 3),
    seconds: amount("seconds", values.seconds, isQuick ? 0.3 : 1.5),
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
    throw new InvalidOptions(error instanceof Error ? error.message : String(error));
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
  throw new InvalidOptions(`Unknown ${what}: ${unknown.join(", ")}. Expected ${all.join(", ")}.`);
}

function count(name: string, given: string | undefined, usual: number): number {
  const value = amount(name, given, usual);
  if (Number.isSafeInteger(value)) return value;
  throw new InvalidOptions(`Invalid --${name}: "${given}". Expected an integer above 0.`);
}

function amount(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const value = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (value > 0) return value;
  throw new InvalidOptions(`Invalid --${name}: "${given}". Expected a number above 0.`);
}
