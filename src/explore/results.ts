/** Reads the test results that a command writes as JUnit XML. */
import { glob, readFile, rm } from "node:fs/promises";

import { XMLParser } from "fast-xml-parser";

import { isJsonObject } from "../domain/json.ts";
import { numberedLabels, testLabel } from "../domain/test-label.ts";
import type { TestOutcome } from "./model.ts";

/** Access to the result files of a command between its runs. */
export interface ReadResults {
  /** Deletes the files of an earlier run. */
  readonly clear: () => Promise<void>;
  /**
   * The outcome of each test, by `classname > name`; null when no file was written. Throws `ResultsError` for invalid
   * JUnit XML, unless `mayBeCut`: a runner that was stopped may leave a truncated file, which lacks tests.
   */
  readonly read: (mayBeCut?: boolean) => Promise<Outcomes | null>;
}

/** A file of results that is not JUnit XML, such as a truncated one. */
export class ResultsError extends Error {}

/** The results in the files that `pattern` matches. */
export function resultFiles(pattern: string): ReadResults {
  return {
    async clear() {
      await Promise.all((await filesOf(pattern)).map((file) => rm(file, { force: true })));
    },
    async read(mayBeCut = false) {
      const files = await filesOf(pattern);
      if (files.length === 0) return null;
      const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
      return numbered(
        texts.flatMap((text, at) => {
          try {
            return testsIn(text, files[at] ?? pattern);
          } catch (error) {
            if (mayBeCut) return [];
            throw error;
          }
        }),
      );
    },
  };
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern)) files.push(file);
  return files.toSorted();
}

type Outcomes = ReadonlyMap<string, TestOutcome>;

/** Numbers tests with the same name in order, as labels are numbered: `name`, `name #2`. */
function numbered(tests: readonly (readonly [name: string, outcome: TestOutcome])[]): Outcomes {
  const names = numberedLabels(tests.map(([name]) => name));
  return new Map(tests.map(([name, outcome], at) => [names[at] ?? name, outcome]));
}

/**
 * Merges the attempts of retried tests, which occur more often than in the baseline. Some runners report each
 * attempt as a test: gotestsum, pytest-rerunfailures, Surefire for nested classes. A retried test is flaky if
 * one attempt passed.
 */
export function withoutAttempts(trial: Outcomes, baseline: Outcomes): Outcomes {
  const attempts = Map.groupBy(trial, ([name]) => name.replace(/ #\d+$/, ""));
  return new Map(
    [...attempts].flatMap(([name, all]) => {
      const isRetried =
        baseline.has(name) && all.some(([one]) => one !== name && !baseline.has(one));
      if (!isRetried) return all;
      const outcomes = new Set(all.map(([, outcome]) => outcome));
      return [[name, outcomes.has("passed") ? "flaky" : (all[0]?.[1] ?? "failed")] as const];
    }),
  );
}

/** The outcome of each test in a JUnit document. Throws `ResultsError`, which names `file`, for other text. */
export function outcomesIn(text: string, file: string): Outcomes {
  return numbered(testsIn(text, file));
}

function testsIn(text: string, file: string): readonly (readonly [string, TestOutcome])[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    parseAttributeValue: false,
    isArray: (name) => name === "testcase" || name === "testsuite",
  });
  const document: unknown = parsedXml(parser, text, file);
  return [...testCases(document)].map((one) => [nameOf(one), outcomeOf(one)]);
}

function parsedXml(parser: XMLParser, text: string, file: string): unknown {
  try {
    const document: unknown = parser.parse(text, true);
    if (isJsonObject(document) && ("testsuites" in document || "testsuite" in document)) {
      return document;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ResultsError(`${file} is not valid XML: ${reason}`, { cause: error });
  }
  throw new ResultsError(`${file} is not JUnit XML: expected testsuites or testsuite.`);
}

/** Every `testcase`, at any depth of nested suites. */
function* testCases(node: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(node)) for (const item of node) yield* testCases(item);
  if (!isJsonObject(node)) return;
  const { testcase } = node;
  if (Array.isArray(testcase)) yield* testcase.filter(isJsonObject);
  yield* testCases(node["testsuite"]);
  yield* testCases(node["testsuites"]);
}

type TestCase = Readonly<Record<string, unknown>>;

function nameOf(testCase: TestCase): string {
  const { "@classname": classname, "@name": name } = testCase;
  const [first = "", ...rest] = [classname, name].filter(
    (part): part is string => typeof part === "string" && part !== "",
  );
  return rest[0] === undefined ? first : testLabel(first, rest[0]);
}

/** Maven Surefire writes `flakyFailure` and `flakyError` for a test that passed on a retry. */
function outcomeOf(testCase: TestCase): TestOutcome {
  if ("failure" in testCase || "error" in testCase) return "failed";
  if ("flakyFailure" in testCase || "flakyError" in testCase) return "flaky";
  return "skipped" in testCase ? "skipped" : "passed";
}
