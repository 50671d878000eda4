/** The command-line options of the benchmarks. */
import { parseArgs } from "node:util";

import { measures } from "./measures/measures.ts";

export interface Options {
  readonly isQuick: boolean;
  /** The names of the measures to run; null for all. */
  readonly only: readonly string[] | null;
  readonly rounds: number;
  readonly isHelp: boolean;
}

/** An invalid command line. The message gives the reason. */
export class InvalidOptions extends Error {}

const names = measures.map(({ name }) => name);

export const help = `npm run bench -- [options]

Measures this sandbox, bare Hono and json-server, and writes bench/report.md and bench/report.json.

  --quick            measures at small sizes and prints the report
  --only MEASURE     runs only this measure and prints the report; repeat it for more. Measures:
${names.map((name) => `                       ${name}`).join("\n")}
  --rounds N         sets the rounds of each figure (3; 1 with --quick)
  --help             prints this help
`;

/** Parses a command line. Throws `InvalidOptions` if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const { quick, only = null, rounds, help: isHelp } = valuesOf(args);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new InvalidOptions(
      `Unknown measure: ${unknown.join(", ")}. Expected ${names.join(", ")}.`,
    );
  }
  if (rounds !== undefined && !/^[1-9]\d*$/.test(rounds)) {
    throw new InvalidOptions(`Invalid --rounds: "${rounds}". Expected an integer above 0.`);
  }
  return { isQuick: quick, only, rounds: Number(rounds ?? (quick ? 1 : 3)), isHelp };
}

function valuesOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string", multiple: true },
        rounds: { type: "string" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
    return values;
  } catch (error) {
    throw new InvalidOptions(error instanceof Error ? error.message : String(error));
  }
}
