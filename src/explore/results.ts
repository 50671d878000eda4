/** The test results that a command writes as JUnit XML. */
import { glob, readFile, rm } from "node:fs/promises";

import { XMLParser } from "fast-xml-parser";

import { isJsonObject } from "../domain/json.ts";
import type { TestOutcome } from "./model.ts";

/** The test results of a command, between its runs. */
export interface ReadResults {
  /** Deletes what an earlier run wrote. */
  readonly clear: () => Promise<void>;
  /** The outcome of each test, by `classname > name`; null when no file was written. Throws for a file that is no JUnit XML. */
  readonly read: () => Promise<ReadonlyMap<string, TestOutcome> | null>;
}

/** The results in the files that `pattern` matches. */
export function resultFiles(pattern: string): ReadResults {
  return {
    async clear() {
      await Promise.all((await filesOf(pattern)).map((file) => rm(file, { force: true })));
    },
    async read() {
      const files = await filesOf(pattern);
      if (files.length === 0) return null;
      const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
      return merged(texts.map((text, at) => outcomesIn(text, files[at] ?? pattern)));
    },
  };
}

async function filesOf(pattern: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern)) files.push(file);
  return files.toSorted();
}

type Outcomes = ReadonlyMap<string, TestOutcome>;

/** A test that is there several times is flaky when not all of them went the same way. */
function merged(all: readonly Outcomes[]): Outcomes {
  const outcomes = new Map<string, TestOutcome>();
  for (const [name, outcome] of all.flatMap((one) => [...one])) {
    const before = outcomes.get(name);
    outcomes.set(name, before === undefined || before === outcome ? outcome : "flaky");
  }
  return outcomes;
}

/** The outcome of each test in a JUnit document; `file` is named where it is none. */
export function outcomesIn(text: string, file: string): Outcomes {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => name === "testcase" || name === "testsuite",
  });
  const document: unknown = parsedXml(parser, text, file);
  const cases = [...testCases(document)];
  return merged(cases.map((one) => new Map([[nameOf(one), outcomeOf(one)]])));
}

function parsedXml(parser: XMLParser, text: string, file: string): unknown {
  try {
    const document: unknown = parser.parse(text, true);
    if (isJsonObject(document) && ("testsuites" in document || "testsuite" in document)) {
      return document;
    }
  } catch (error) {
    throw new Error(`${file} is not valid XML: ${String(error)}`, { cause: error });
  }
  throw new Error(`${file} is not JUnit XML: expected testsuites or testsuite.`);
}

/** Every `testcase`, however deep the suites are nested. */
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
  return [testCase["@classname"], testCase["@name"]]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" > ");
}

/** `flakyFailure` and `rerunFailure` are what Maven Surefire writes of a test that passed at another try. */
function outcomeOf(testCase: TestCase): TestOutcome {
  if ("failure" in testCase || "error" in testCase) return "failed";
  if ("flakyFailure" in testCase || "flakyError" in testCase) return "flaky";
  return "skipped" in testCase ? "skipped" : "passed";
}
