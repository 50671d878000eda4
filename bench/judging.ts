/** Judges goals by the figures of one run. */
import type { Figure, Results } from "./figures.ts";
import { median } from "./figures.ts";
import { bareHonoName } from "./targets/bare-hono.ts";
import { sandboxName } from "./targets/sandbox.ts";

/** Whether a goal is met, with its figures; null where the run did not measure it. */
export interface Judged {
  readonly isMet: boolean | null;
  readonly reached: string;
}

export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly judge: (results: Results) => Judged;
}

/** One number with a limit. */
interface Part {
  readonly value: number | null;
  readonly isEnough: (value: number) => boolean;
  readonly show: (value: number) => string;
}

export const atMost = (bound: number) => (value: number) => value <= bound;
export const atLeast = (bound: number) => (value: number) => value >= bound;

export function times(value: number | null, isEnough: Part["isEnough"], name = ""): Part {
  return { value, isEnough, show: (shown) => `${name}${shown.toFixed(2)} ×` };
}

export function milliseconds(value: number | null, isEnough: Part["isEnough"], name = ""): Part {
  return { value, isEnough, show: (shown) => `${name}${shown.toFixed(2)} ms` };
}

export function amount(
  value: number | null,
  isEnough: Part["isEnough"],
  unit: string,
  name = "",
): Part {
  const show = (shown: number): string => `${name}${shown.toFixed(digitsOf(shown))} ${unit}`;
  return { value, isEnough, show };
}

/** No decimals from 10 on. */
function digitsOf(value: number): number {
  if (Number.isInteger(value) || value >= 10) return 0;
  return value < 1 ? 2 : 1;
}

export function all(partsOf: (of: ReturnType<typeof lookup>) => readonly Part[]): Goal["judge"] {
  return (results) => {
    const parts = partsOf(lookup(results));
    const judged = parts.map(({ value, isEnough }) =>
      value === null || Number.isNaN(value) ? null : isEnough(value),
    );
    const reached = parts.map(({ value, show }, index) => {
      if (value === null || judged[index] === null) return "not measured";
      return judged[index] === true ? show(value) : `**${show(value)}**`;
    });
    const isMet = judged.includes(false) ? false : judged.includes(null) ? null : true;
    return { isMet, reached: [...new Set(reached)].join(", ") };
  };
}

/** Looks up medians, and ratios within a round. */
function lookup({ figures }: Results) {
  const find = (measure: string, column: string, target: string): Figure | null =>
    figures.find(
      (one) => one.measure === measure && one.column === column && one.target === target,
    ) ?? null;
  const ratio = (measure: string, column: string, one = sandboxName, other = bareHonoName) =>
    ratioOf(find(measure, column, one), find(measure, column, other));
  return {
    value(measure: string, column: string, target = sandboxName): number | null {
      const figure = find(measure, column, target);
      return figure === null ? null : median(figure.rounds);
    },
    ratio,
    /** The median of the differences within each round. */
    above(measure: string, column: string, one = sandboxName, other = bareHonoName): number | null {
      const [own, yardstick] = [find(measure, column, one), find(measure, column, other)];
      if (own === null || yardstick === null) return null;
      return median(own.rounds.map((value, at) => value - (yardstick.rounds[at] ?? Number.NaN)));
    },
    between: (measure: string, column: string, other: string): number | null =>
      ratioOf(find(measure, column, sandboxName), find(measure, other, sandboxName)),
    /** The ratio to the fastest peer, by requests per second. */
    ofBestPeer(measure: string, column: string): number | null {
      const ratios = figures
        .filter((one) => one.measure === measure && one.column === column)
        .filter(({ target }) => target !== sandboxName && target !== bareHonoName)
        .map(({ target }) => ratio(measure, column, sandboxName, target) ?? Infinity);
      return ratios.length === 0 ? null : Math.min(...ratios);
    },
  };
}

/** The median of the ratios within each round. If the numbers of rounds differ, the ratio of the medians. */
export function ratioOf(one: Figure | null, other: Figure | null): number | null {
  if (one === null || other === null) return null;
  if (one.rounds.length !== other.rounds.length) return median(one.rounds) / median(other.rounds);
  return median(one.rounds.map((value, round) => value / (other.rounds[round] ?? Number.NaN)));
}
