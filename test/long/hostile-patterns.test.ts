import { globSync, readFileSync } from "node:fs";

import { check } from "recheck";
import { beforeAll, describe, expect, it } from "vitest";

import { pathMatches } from "../../src/domain/model/path-pattern.ts";
import { sized } from "./size.ts";

/** A regular expression as written in the source. */
interface Written {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Expressions with more than linear time, and the reason why each is harmless. */
const harmless: Readonly<Record<string, string>> = {
  "%.*$": "reads addresses of this machine's own interfaces",
  "^plan\\.moved (.*) -> (.*)$": "reads names of events, which hold states of Plans",
  "<(head|script|style|noscript|title)\\b[^>]*>[\\s\\S]*?<\\/\\1\\s*>": readsOwnMail(),
  "<!--[\\s\\S]*?-->": readsOwnMail(),
  '<a\\b[^>]*?\\bhref="(http[^"]*)"[^>]*>': readsOwnMail(),
  "<[^>]*>": readsOwnMail(),
  "<\\/(?:div|p|td|th|tr|h[1-6]|ul|ol|li|dl|dt|dd|table|header|footer|main)\\s*>|<(?:br|hr|img)\\b[^>]*>":
    readsOwnMail(),
  '^"(.*)" <(.*)>$': "reads the one header From of a captured mail",
  "^subject:([\\x20-\\x7e]*[\\x21-\\x7e][\\x20-\\x7e]*)$": "reads a query, of 16 KiB at most",
  "\\/+$": "reads the URL of a service that its own user gives",
  "\\/*(?:\\/_sandbox\\/*)?$": "reads the URL of a sandbox that its own user gives",
  "\\.?0*Z$": "reads timestamps that were written from numbers",
};

function readsOwnMail(): string {
  return "reads HTML of our own templates, in which what was sent is escaped";
}

/**
 * Findings by fuzzing are guesses from elapsed time, which is unreliable under load. They count
 * only above this processor time.
 */
const fuzzedMsMax = 100;

/** Milliseconds of processor time. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("the regular expressions of the source", () => {
  beforeAll(() => {
    process.env["RECHECK_BACKEND"] = "pure";
  });

  it("are all found by the search", () => {
    const places = new Set(written().map(({ place }) => place));
    expect(places).toContain("src/network/http/body.ts");
    expect(places).toContain("src/server/control/access/guard.ts");
    expect(places).toContain("src/domain/hiding/anonymizer.ts");
    expect(places).toContain("src/apps/cli/client-command/exec-options.ts");
    expect(written().length).toBeGreaterThan(70);
  });

  it("take linear time, except for those that no hostile input reaches", async () => {
    const timeout = sized(150, 10_000);
    const vulnerable: string[] = [];
    for (const { place, source, flags } of distinct(written()).filter(isUnbounded)) {
      // oxlint-disable-next-line no-await-in-loop -- one processor is enough
      const found = await check(source, flags, { timeout, attackTimeout: sized(100, 500) });
      if (found.status !== "vulnerable" || harmless[source] !== undefined) continue;
      const tookMs = processorTime(() => new RegExp(source, flags).exec(found.attack.string));
      if (found.checker !== "fuzz" || tookMs > fuzzedMsMax) {
        vulnerable.push(`${place} /${source}/${flags}: ${found.complexity.summary}, ${tookMs} ms`);
      }
    }
    expect(vulnerable).toEqual([]);
  }, 300_000);

  it("all appear in the source when they are listed as harmless", () => {
    const sources = new Set(written().map(({ source }) => source));
    expect(Object.keys(harmless).filter((source) => !sources.has(source))).toEqual([]);
  });
});

describe("a path pattern from a tester", () => {
  it.each([10, 100, 1_000])("with %i wildcards matches a long path quickly", (count) => {
    const path = `/${"a".repeat(4_000)}`;
    expect(pathMatches(`/${"*a".repeat(count)}b`, path)).toBe(false);
    expect(pathMatches(`/${"**a".repeat(count)}b`, path)).toBe(false);
    expect(pathMatches(`/${"*a".repeat(count)}`, path)).toBe(true);
  });
});

/**
 * The slash that starts a regular expression follows a token that cannot end an operand of a
 * division.
 */
const literal =
  /(?<=(?:[(,=:[!&|?{;]|return|=>)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s).,;\]}])/g;

/** Whether an expression can match a text of any length; the others take a bounded time. */
function isUnbounded({ source }: Written): boolean {
  return /[*+]|\{\d+,\}/.test(source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, "."));
}

/** Each expression once, where it stands first. */
function distinct(all: readonly Written[]): readonly Written[] {
  return [...Map.groupBy(all, ({ source, flags }) => `${source} ${flags}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function written(): readonly Written[] {
  const files = globSync("src/**/*.ts");
  return files.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(literal), ([, source = "", flags = ""]) => ({
      place: file,
      source,
      flags,
    })),
  );
}
