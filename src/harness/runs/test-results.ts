/** Reads the test results that a command writes as JUnit XML. It never changes or deletes a file. */
import { glob, stat } from "node:fs/promises";

import { XMLParser } from "fast-xml-parser";

import { readTextFile } from "../../base/texts/text-file.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { dateNow, delay } from "../../base/values/native-timers.ts";
import { numberedLabels, testLabel } from "../../domain/model/test-label.ts";
import type { TestOutcome } from "./run.ts";

export interface ResultFiles {
  /** Remembers the files that exist before a run; the returned function ignores those that the run did not write. */
  readonly beforeRun: () => Promise<ReadResults>;
}

/**
 * The outcome of each test of a run, by `classname > name`; null when no file was written. Throws `ResultsError` for
 * invalid JUnit XML, unless `mayBeCut`: a runner that was stopped may leave a truncated file, which lacks tests.
 */
export type ReadResults = (mayBeCut?: boolean) => Promise<Outcomes | null>;

/** A file of results that is not JUnit XML, such as a truncated one, or that the run did not write. */
export class ResultsError extends Error {}

export function resultFiles(pattern: string): ResultFiles {
  return {
    async beforeRun() {
      const before = await filesOf(pattern);
      await nextWriteIsLater(before);
      const old = new Set(before.map(({ version }) => version));
      return async (mayBeCut = false) => {
        const matching = await filesOf(pattern);
        const written = matching.filter(({ version }) => !old.has(version));
        if (written.length > 0) return outcomesOf(written, mayBeCut);
        if (matching[0] === undefined || mayBeCut) return null;
        throw new ResultsError(noneWritten(matching[0].name));
      };
    },
  };
}

interface ResultFile {
  readonly name: string;
  /** Changes whenever the file is written, and stays when it is moved. */
  readonly version: string;
  readonly modifiedAtMs: number;
  /** How close the times of two writes can be without being equal. */
  readonly tickMs: number;
}

/** The regular files that match now, by name. Links are followed. */
async function filesOf(pattern: string): Promise<readonly ResultFile[]> {
  const names: string[] = [];
  for await (const name of glob(pattern)) names.push(name);
  const files = await Promise.all(names.toSorted().map(fileOf));
  return files.filter((file) => file !== null);
}

async function fileOf(name: string): Promise<ResultFile | null> {
  // A link may lead nowhere, and a runner's temporary file may be gone.
  const found = await stat(name, { bigint: true }).catch(() => null);
  if (found?.isFile() !== true) return null;
  const { dev, ino, size, mtimeNs, mtimeMs } = found;
  // File systems such as FAT count in steps of up to two seconds, the others in a few milliseconds.
  const tickMs = mtimeNs % 1_000_000_000n === 0n ? 2_000 : 20;
  const version = [dev, ino, size, mtimeNs].join(":");
  return { name, version, modifiedAtMs: Number(mtimeMs), tickMs };
}

/** Waits after a recent write, so that the same text written again gets another time. */
async function nextWriteIsLater(files: readonly ResultFile[]): Promise<void> {
  const now = dateNow();
  const waits = files.map(({ modifiedAtMs, tickMs }) => {
    const wait = modifiedAtMs + tickMs - now;
    // A time in the future does not come from a recent write.
    return wait <= tickMs ? wait : 0;
  });
  const longest = waits.reduce((one, other) => Math.max(one, other), 0);
  if (longest > 0) await delay(longest);
}

async function outcomesOf(files: readonly ResultFile[], mayBeCut: boolean): Promise<Outcomes> {
  const tests = await Promise.all(
    files.map(({ name }) => (mayBeCut ? testsIfWhole(name) : testsOnceWhole(name))),
  );
  return numbered(tests.flat());
}

async function testsIfWhole(file: string): Promise<Tests> {
  try {
    return testsIn(await resultsFileText(file), file);
  } catch {
    return [];
  }
}

/** Reads an empty or truncated file again for a second: bats ends before its results are written. */
async function testsOnceWhole(file: string): Promise<Tests> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return testsIn(await resultsFileText(file), file);
    } catch (error) {
      if (attempt > 10) throw error;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await delay(100);
    }
  }
}

async function resultsFileText(file: string): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ResultsError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

function noneWritten(file: string): string {
  return `The command wrote none of the files that match --results, such as ${file}. A build tool may skip tests that passed before: make it run them every time.`;
}

type Outcomes = ReadonlyMap<string, TestOutcome>;
type Tests = readonly (readonly [name: string, outcome: TestOutcome])[];

/** Numbers tests with the same name in order, as labels are numbered: `name`, `name #2`. */
function numbered(tests: Tests): Outcomes {
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

function testsIn(text: string, file: string): Tests {
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
  return [...testCases(document)].map((one) => [testCaseName(one), outcomeOf(one)]);
}

function parsedXml(parser: XMLParser, text: string, file: string): unknown {
  if (text.trim() === "") throw new ResultsError(`${file} is empty.`);
  try {
    const document: unknown = parser.parse(text, true);
    if (isJsonObject(document) && ("testsuites" in document || "testsuite" in document)) {
      return document;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ResultsError(`${file} is not valid XML: ${withPlace(reason)}`, { cause: error });
  }
  throw new ResultsError(`${file} is not JUnit XML: expected testsuites or testsuite.`);
}

/** The parser writes line and column, or `undefined`, after the full stop. */
function withPlace(reason: string): string {
  const [, text = reason, line, column] = /^(.*)\.:(\w+):(\w+)$/s.exec(reason) ?? [];
  if (line === undefined) return reason;
  return column === "undefined" ? `${text}.` : `${text} (line ${line}, column ${column}).`;
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

function testCaseName(testCase: TestCase): string {
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
