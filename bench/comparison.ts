import type { Figure } from "./figures.ts";
import { lowerQuartile, median } from "./figures.ts";
import { waitersName, postName } from "./requests.ts";
import { bareHonoName } from "./targets/peers.ts";

/** One line for each measure and target: the median, and the ratio to the first target within each round. */
export function comparisonOf(figures: readonly Figure[]): string {
  return linesOf(figures, (rounds, { first }) => {
    const ratios = rounds.map((value, round) => value / (first[round] ?? Number.NaN));
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const ratio = first === rounds ? "" : `${median(ratios).toFixed(2)} (${range})`;
    return [median(rounds), ratio];
  });
}

/**
 * One line for each request and target: the lower quartile, its ratio to the first target, and to bare Hono. A POST
 * with waiters is compared with one without.
 */
export function requestComparisonOf(figures: readonly Figure[]): string {
  return linesOf(figures, (rounds, { measure, target, first }) => {
    const value = lowerQuartile(rounds);
    const ratioTo = (others: readonly number[], what: string): string =>
      others.length === 0 || what === target
        ? ""
        : `${(value / lowerQuartile(others)).toFixed(2)} of ${what}`;
    const [other, what] =
      measure === waitersName
        ? [roundsOf(figures, postName, target), "without waiters"]
        : [roundsOf(figures, measure, bareHonoName), bareHonoName];
    const toFirst = target === bareHonoName || first === rounds ? "" : ratioTo(first, "the first");
    return [value, `${toFirst.padEnd(20)} ${ratioTo(other, what)}`];
  });
}

interface Line {
  readonly measure: string;
  readonly target: string;
  /** The rounds of the first target. */
  readonly first: readonly number[];
}

function linesOf(
  figures: readonly Figure[],
  text: (rounds: readonly number[], line: Line) => readonly [value: number, ratios: string],
): string {
  const targets = [...new Set(figures.map(({ target }) => target))].toSorted();
  const lines = [...new Set(figures.map(({ measure }) => measure))].flatMap((measure) => {
    const first = roundsOf(figures, measure, targets[0]);
    return targets.flatMap((target) => {
      const rounds = target === targets[0] ? first : roundsOf(figures, measure, target);
      if (rounds.length === 0) return [];
      const [value, ratios] = text(rounds, { measure, target, first });
      const time = `${value.toFixed(1).padStart(9)} µs`;
      return [`${measure.padEnd(38)} ${target.padEnd(20)} ${time}  ${ratios}`.trimEnd()];
    });
  });
  return lines.map((line) => `${line}\n`).join("");
}

function roundsOf(
  figures: readonly Figure[],
  measure: string,
  target: string | undefined,
): readonly number[] {
  return figures
    .filter((one) => one.measure === measure && one.target === target)
    .flatMap((one) => one.rounds);
}
