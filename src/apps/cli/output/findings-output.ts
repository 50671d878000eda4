/** Prints reports. They quote clients, pacts and services, whose text must not command GitHub Actions. */
import { randomUUID } from "node:crypto";

import type { Annotation } from "../../../base/texts/github.ts";
import {
  annotationLines,
  jsonWithoutCommands,
  withoutCommands,
} from "../../../base/texts/github.ts";
import type { TestCase } from "../../../base/texts/test-case.ts";
import type { Environment } from "../command-line.ts";

export function printReport(
  text: string,
  stream: Pick<NodeJS.WriteStream, "write"> = process.stderr,
  environment: Environment = process.env,
): void {
  stream.write(isGithub(environment) ? withoutCommands(text, randomUUID()) : text);
}

export function printJson(report: object): void {
  process.stdout.write(jsonText(report));
}

/** The report as a JSON document, also where a step prints it later. */
export function jsonText(report: object): string {
  return `${jsonWithoutCommands(JSON.stringify(report, null, 2))}\n`;
}

/** Annotates the run with the findings, if GitHub Actions runs this. */
export function annotate(
  findings: readonly Annotation[],
  environment: Environment = process.env,
): void {
  if (isGithub(environment)) process.stderr.write(annotationLines(findings));
}

/** The failed cases of a report as annotations. */
export function failedCases(cases: readonly TestCase[]): readonly Annotation[] {
  return cases
    .filter(({ outcome }) => outcome === "failed")
    .map(({ suite, name, message = "", details = "" }) => ({
      title: [suite[0] ?? "", name].join(" "),
      message: details.startsWith(message) ? details : `${message}\n${details}`,
    }));
}

function isGithub(environment: Environment): boolean {
  return environment["GITHUB_ACTIONS"] === "true";
}
