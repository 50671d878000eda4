/** The result of a verification: each interaction with its problems, and the findings of the static check. */
import type { InteractionReport } from "./interaction-report.ts";
import { interactionReport } from "./interaction-report.ts";
import type { PactFile, SkippedPart } from "./pact-file.ts";
import type { Replayed } from "./replay.ts";
import type { StaticFinding } from "./static-check.ts";

export interface VerificationReport {
  readonly interactions: readonly InteractionReport[];
  readonly findings: readonly StaticFinding[];
  /** What the pacts have that was not verified. */
  readonly skipped: readonly SkippedReport[];
  /** Whether all interactions and the static check passed, except pending ones; false without any interaction. */
  readonly passed: boolean;
  /** Whether warnings of the static check count as failures. */
  readonly isStrict: boolean;
  /** The file of the announced interface that interactions were compared with, instead of the sandbox. */
  readonly next?: string;
}

/** A part of a pact that was not verified. */
export interface SkippedReport extends SkippedPart {
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
}

/** Whether a finding fails the verification. */
export function isFailure(
  { severity }: StaticFinding,
  { isStrict }: Pick<VerificationReport, "isStrict">,
): boolean {
  return isStrict || severity === "error";
}

/** Creates the report on `pacts`, whose interactions were replayed. */
export function reportOn(
  pacts: readonly PactFile[],
  replayed: readonly Replayed[],
  ofDocument: readonly StaticFinding[],
  isStrict: boolean,
): VerificationReport {
  const interactions = replayed.map(interactionReport);
  const findings = [...ofDocument, ...interactions.flatMap(nearMisses)];
  const failed = interactions.some((one) => !one.passed && !one.pending);
  const pending = new Set(interactions.filter((one) => one.pending).map(identity));
  const refused = findings.some(
    (finding) =>
      isFailure(finding, { isStrict }) &&
      !pending.has(identity({ ...finding, description: finding.interaction })),
  );
  const passed = interactions.length > 0 && !failed && !refused;
  return { interactions, findings, skipped: skippedIn(pacts), passed, isStrict };
}

/** What pacts have that cannot be verified. */
export function skippedIn(pacts: readonly PactFile[]): readonly SkippedReport[] {
  return pacts.flatMap(({ source, consumer, provider, skipped }) =>
    skipped.map((part) => ({ source, consumer, provider, ...part })),
  );
}

/**
 * Warnings about names in a request that are nearly documented ones. They come from the sandbox's hint, because
 * the answer itself does not show such a mistake.
 */
function nearMisses({ source, description, answer }: InteractionReport): readonly StaticFinding[] {
  const message = answer?.hint ?? null;
  if (message === null) return [];
  const code = "request.name.near-miss";
  return [
    { source, severity: "warning", code, interaction: description, place: "request", message },
  ];
}

function identity({ source, description }: Pick<InteractionReport, "source" | "description">) {
  return JSON.stringify([source, description]);
}
