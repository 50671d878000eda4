/**
 * The budget of processor time: for each request, the ratio to bare Hono that `bench/budget.json` records. A request
 * that takes more than 1.10 times its ratio is over budget.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

import type { Figure } from "./figures.ts";
import { lowerQuartile } from "./figures.ts";
import { waitersName, postName } from "./requests.ts";
import { bareHonoName } from "./targets/peers.ts";

const file = join(import.meta.dirname, "budget.json");

/** How far above its recorded ratio a request may be. */
export const tolerance = 1.1;

const Budget = z.strictObject({ note: z.string(), ratios: z.record(z.string(), z.number()) });

/** Ratios of processor time to bare Hono, by request. */
export type Ratios = Readonly<Record<string, number>>;

/** A request above its limit. */
export interface OverBudget {
  readonly request: string;
  readonly ratio: number;
  readonly limit: number;
}

/** The recorded ratios. */
export function readBudget(): Ratios {
  return Budget.parse(JSON.parse(readFileSync(file, "utf8"))).ratios;
}

/** Records these ratios instead, rounded to two digits. */
export function writeBudget(measured: Ratios): void {
  const rounded = Object.entries(measured).map(([name, ratio]) => [name, Number(ratio.toFixed(2))]);
  const { note } = Budget.parse(JSON.parse(readFileSync(file, "utf8")));
  writeFileSync(
    file,
    `${JSON.stringify({ note, ratios: Object.fromEntries(rounded) }, null, 2)}\n`,
  );
}

/** The measured requests above their limit. Throws for a request that only one side has. */
export function overBudget(budget: Ratios, measured: Ratios): readonly OverBudget[] {
  const unmeasured = Object.keys(budget).filter((name) => !Object.hasOwn(measured, name));
  const unrecorded = Object.keys(measured).filter((name) => !Object.hasOwn(budget, name));
  if (unmeasured.length + unrecorded.length > 0) {
    const names = [...unmeasured, ...unrecorded].join(", ");
    throw new Error(`bench/budget.json and the measured requests differ in: ${names}.`);
  }
  return Object.entries(measured)
    .map(([request, ratio]) => ({ request, ratio, limit: (budget[request] ?? 0) * tolerance }))
    .filter(({ ratio, limit }) => !(ratio <= limit));
}

/** The lower of two measurements of each request: what else runs on a machine only adds time. */
export function lowerOf(first: Ratios, second: Ratios): Ratios {
  const lower = (name: string): number =>
    Math.min(first[name] ?? Infinity, second[name] ?? Infinity);
  return Object.fromEntries(Object.keys(first).map((name) => [name, lower(name)]));
}

/** The ratios of `target` to bare Hono, each of lower quartiles. A POST with waiters is compared with the POST of bare Hono. */
export function ratiosToBare(figures: readonly Figure[], target: string): Ratios {
  const roundsOf = (name: string, measure: string): readonly number[] =>
    figures.find((one) => one.target === name && one.measure === measure)?.rounds ?? [];
  const own = figures.filter((figure) => figure.target === target);
  return Object.fromEntries(
    own.map(({ measure, rounds }) => {
      const bare = roundsOf(bareHonoName, measure === waitersName ? postName : measure);
      return [measure, lowerQuartile(rounds) / lowerQuartile(bare)];
    }),
  );
}
