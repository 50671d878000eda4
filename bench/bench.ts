/** The types of a measure, and the context that it receives. */
import type { Figure } from "./figures.ts";
import type { LoadResult } from "./load/job.ts";
import type { Load } from "./load/load.ts";
import type { Targets } from "./targets/targets.ts";

export interface Bench {
  /** A temporary folder, which the run removes at the end. */
  readonly folder: string;
  readonly targets: Targets;
  readonly load: Load;
  readonly rounds: number;
  /** The duration of each throughput point. */
  readonly seconds: number;
  /** The number of requests of the measure `memory`. */
  readonly requests: number;
  /** The first value with `--quick`; otherwise the second, to which the goals apply. */
  readonly sized: (quick: number, full: number) => number;
  readonly say: (text: string) => void;
  readonly skip: (what: string, error: unknown) => void;
}

/** A table of the report. */
export interface Table {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The row that other rows are compared with. */
  readonly yardstick: string | null;
  /** The units of the columns that show ratios; rates by default. */
  readonly compared?: readonly Figure["unit"][];
}

/** What a file of `measures` exports: a measure and its tables. */
export interface Measure {
  readonly name: string;
  readonly tables: readonly Table[];
  readonly run: (bench: Bench) => Promise<readonly Figure[]>;
}

/** Figures by table, target and column, with one value per round. */
export interface Figures {
  readonly add: (
    at: Pick<Figure, "measure" | "target" | "column" | "unit">,
    value: number,
    seen?: LoadResult,
  ) => void;
  readonly drop: (target: string) => void;
  readonly all: () => readonly Figure[];
}

/** The load's share of its core above which the load may limit the figure. */
const loadBound = 0.95;

export function newFigures(): Figures {
  const figures = new Map<string, Figure>();
  return {
    add(at, value, seen) {
      const id = `${at.measure}\n${at.target}\n${at.column}`;
      const before = figures.get(id) ?? { ...at, rounds: [], errors: 0, isLoadBound: false };
      figures.set(id, {
        ...before,
        rounds: [...before.rounds, value],
        errors: before.errors + (seen === undefined ? 0 : seen.errors + seen.lost),
        isLoadBound: before.isLoadBound || (seen !== undefined && seen.loadCpu > loadBound),
      });
    },
    drop(target) {
      for (const [id, figure] of figures) if (figure.target === target) figures.delete(id);
    },
    all: () => [...figures.values()],
  };
}
