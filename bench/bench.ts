/** What a measure is, and how its rows take turns. */
import type { Figure } from "./figures.ts";
import type { Load } from "./load/load.ts";
import type { Targets } from "./targets/targets.ts";

export interface Bench {
  /** A temporary folder, which the run removes at the end. */
  readonly folder: string;
  readonly targets: Targets;
  readonly load: Load;
  readonly rounds: number;
  /** The first value with `--quick`, otherwise the second. */
  readonly sized: (quick: number, full: number) => number;
  readonly say: (text: string) => void;
}

/** A measure and its table in the report. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  /** The row that other rows are compared with. */
  readonly yardstick: string | null;
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
}

/** The values of one visit, by column. */
export type Values = Readonly<Record<string, readonly [value: number, unit: Figure["unit"]]>>;

/** A row of the table, with the function that measures it once. */
export type Row = readonly [name: string, visit: () => Promise<Values>];

/**
 * Visits the rows in turns, so that a busy moment of the machine affects all of them. The first `warmUps` rounds do
 * not count.
 */
export async function inTurns(
  { say, rounds: usual }: Pick<Bench, "rounds" | "say">,
  measure: string,
  rows: readonly Row[],
  { rounds = usual, warmUps = 0 } = {},
): Promise<readonly Figure[]> {
  const figures = new Map<string, Figure>();
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    say(`${measure}, round ${round} of ${rounds}`);
    for (const [target, visit] of rows) {
      const values = await visit();
      if (round < 1) continue;
      for (const [column, [value, unit]] of Object.entries(values)) {
        const id = `${target}\n${column}`;
        const before = figures.get(id)?.rounds ?? [];
        figures.set(id, { measure, target, column, unit, rounds: [...before, value] });
      }
    }
  }
  return [...figures.values()];
}
