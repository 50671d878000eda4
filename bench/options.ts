/** The command-line options of the benchmarks. */
import { Command, InvalidArgumentError, Option } from "commander";

import { measures } from "./measures/measures.ts";

export interface Options {
  readonly isQuick: boolean;
  /** The names of the measures to run; null for all. */
  readonly only: readonly string[] | null;
  readonly rounds: number;
}

/** The command, which passes its options to `bench`. */
export function newBenchCommand(bench: (options: Options) => Promise<void>): Command {
  const names = measures.map(({ name }) => name);
  return new Command("npm run bench --")
    .description(
      "Measures this sandbox, bare Hono and json-server, and writes bench/report.md and bench/report.json.",
    )
    .option("--quick", "measures at small sizes, and prints the report", false)
    .addOption(
      new Option("--only <measure...>", "runs only these measures, and prints the report").choices(
        names,
      ),
    )
    .option("--rounds <number>", "rounds of each figure (default: 3, with --quick 1)", countOf)
    .showHelpAfterError("See --help.")
    .action(({ quick, only = null, rounds = quick ? 1 : 3 }) =>
      bench({ isQuick: quick, only, rounds }),
    );
}

/** Parses a number of times. */
export function countOf(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected an integer above 0.");
}
