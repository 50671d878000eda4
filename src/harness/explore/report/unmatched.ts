/** Accepted ids that match no finding: typing errors, and findings that are fixed. */
import { acceptableIds } from "./finding-id.ts";
import { phraseOf } from "./groups.ts";
import type { Report } from "./shape.ts";

const namedMax = 10;

/** The accepted ids that no finding has. */
export function unmatchedIn(
  ids: readonly string[],
  findings: readonly Parameters<typeof acceptableIds>[0][],
): readonly string[] {
  const matched = new Set(findings.flatMap((finding) => acceptableIds(finding)));
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
