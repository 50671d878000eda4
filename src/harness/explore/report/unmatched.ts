/** Accepted ids that match no finding: typing errors, and findings that are fixed. */
import { phraseOf } from "./groups.ts";
import type { Finding, Report } from "./shape.ts";

const namedMax = 10;

/** The accepted ids that are neither a finding's nor a group's. */
export function unmatchedIn(
  ids: readonly string[],
  findings: readonly Pick<Finding, "id" | "group">[],
): readonly string[] {
  const matched = new Set(findings.flatMap(({ id, group }) => [id, group]));
  return [...new Set(ids)].filter((id) => !matched.has(id));
}

/** The note on unmatched ids; none for a shard, because another one may have the finding. */
export function unmatchedNotes({
  unmatchedAccepted: ids,
  problem,
  shard,
}: Pick<Report, "unmatchedAccepted" | "problem" | "shard">): readonly string[] {
  const hasRun = problem === null || problem.kind === "too-little-tested";
  if (ids.length === 0 || !hasRun || shard.of > 1) return [];
  const them = ids.length === 1 ? "id matches" : "ids match";
  return [
    `${ids.length} accepted ${them} no finding of this run: ${phraseOf(ids, namedMax)}. Remove what is fixed from the file of --accept.`,
  ];
}
