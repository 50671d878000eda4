import type { TestCase } from "./test-case.ts";
import { singleLine, visible } from "./visible.ts";
import { escaped } from "./xml.ts";

/** The test cases of one command as JUnit XML. Text from outside drives no terminal. */
export function junitOf(suite: string, durationMs: number, cases: readonly TestCase[]): string {
  const count = (outcome: TestCase["outcome"], inError: boolean): number =>
    cases.filter((one) => one.outcome === outcome && (one.isError === true) === inError).length;
  const counts = {
    failures: count("failed", false),
    errors: count("failed", true),
    skipped: count("skipped", false),
  };
  return junitDocument(suite, { ...counts, durationMs }, cases.map(caseXml));
}

/** What the head of a suite counts besides its cases. */
interface Counts {
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly durationMs: number;
}

/** A document with one suite, whose cases are elements. */
export function junitDocument(
  suite: string,
  { failures, errors, skipped, durationMs }: Counts,
  cases: readonly string[],
): string {
  const time = (durationMs / 1_000).toFixed(3);
  const counts = attributes({ tests: cases.length, failures, errors, skipped, time });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite name="${suite}"${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseXml({
  suite,
  name,
  outcome,
  isError = false,
  type = "",
  message = "",
  details = "",
}: TestCase): string {
  const start = `    <testcase${attributes({ classname: suite.join("."), name })}`;
  if (outcome === "passed") return `${start}/>`;
  if (outcome !== "failed") return `${start}><skipped${attributes({ message })}/></testcase>`;
  const element = isError ? "error" : "failure";
  return `${start}><${element}${attributes({ type, message })}>${escaped(visible(details))}</${element}></testcase>`;
}

/** Attributes of an element, each after a space. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(singleLine(String(value)))}"`)
    .join("");
}
