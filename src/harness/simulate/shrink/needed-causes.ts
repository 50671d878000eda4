/** Whether the smallest history of a finding needs what disturbed its run. */
import type { FoundInRun } from "../findings.ts";
import { findingId } from "../findings.ts";
import { disturbing } from "../judge/cause.ts";
import type { Shrunk } from "./shrink.ts";

type Found = FoundInRun & { readonly shrunk: Shrunk | null };

/**
 * Gives each finding whose smallest history does without the crash, failure, burst or overlap the cause that is left
 * there. It then is one with the finding of that cause.
 */
export function withNeededCauses(findings: readonly Found[]): readonly Found[] {
  const own = findings.filter(needsItsCause);
  const others = findings.filter((one) => !needsItsCause(one)).map(withCauseOfHistory);
  return [...Map.groupBy([...own, ...others], ({ id }) => id).values()].flatMap(
    ([first, ...more]) =>
      first === undefined
        ? []
        : [{ ...first, count: more.reduce((sum, { count }) => sum + count, first.count) }],
  );
}

function needsItsCause({ discovery: { cause }, shrunk }: Found): boolean {
  const isDisturbance = disturbing.some((kind) => kind === cause);
  return (
    !isDisturbance || shrunk === null || shrunk.history.events.some(({ kind }) => kind === cause)
  );
}

function withCauseOfHistory(finding: Found): Found {
  const cause = finding.shrunk?.discovery.cause ?? finding.discovery.cause;
  const discovery = { ...finding.discovery, cause };
  return { ...finding, id: findingId(discovery), discovery };
}
