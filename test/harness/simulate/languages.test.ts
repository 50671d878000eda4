import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { isLong } from "../../long/size.ts";
import type { Language } from "./languages.ts";
import { isMissing, jobOf, strategies } from "./languages.ts";
import type { Strategy } from "./languages.ts";
import { simulated } from "./simulated.ts";

const languages: readonly Language[] = ["Python", "Node", "Go", "Java"];
/** The seeds repeat the comparison with other ids and names: POLLING_SEEDS=1,2,3,4,5. */
const seeds = (process.env["POLLING_SEEDS"] ?? "1").split(",").map(Number);

/** The calls with 25, 100 and 400 Leads in the table of the page. */
function documentedCalls(strategy: Strategy): readonly number[] {
  const start = strategy.replace("_", " ");
  const row = readFileSync("docs/polling.md", "utf8")
    .split("\n")
    .find((line) => line.startsWith(`| ${start}`));
  return (row ?? "").split("|").slice(2, 5).map(Number);
}

/** Whether a poller meets every event. All languages do the same, and only `npm run test:long` tries all strategies so. */
function isWhole(language: Language, strategy: Strategy): boolean {
  return language === "Python" && (isLong || strategy === "full_scan");
}

describe.each(languages)("the pollers of the documentation in %s", (language) => {
  // The full scan is the one that the page recommends. Python has every strategy in the bounded suites, too.
  const tried = isLong || language === "Python" ? strategies : (["full_scan"] as const);
  const cases = tried.flatMap((strategy) => seeds.map((seed) => [strategy, seed] as const));
  it.skipIf(isMissing(language)).each(cases)(
    "show nothing: %s, seed %d",
    async (strategy, seed) => {
      // A second page begins within the history.
      const report = await simulated(async () => {}, {
        ...jobOf(language, strategy),
        seed,
        leads: [99],
        shard: { part: 1, of: isWhole(language, strategy) ? 1 : 4 },
      });
      expect(report.problem).toBeNull();
      expect(report.findings).toEqual([]);
      expect(report.capacity?.measured.map(({ calls }) => calls)).toEqual(
        documentedCalls(strategy),
      );
      expect(report.capacity?.leadsAt["100"]).toBe(strategy === "incremental" ? null : 2400);
      expect(report.histories.map(({ events }) => events > 5)).toEqual([true]);
    },
    240_000,
  );
});
