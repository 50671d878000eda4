import type { ReportedFinding } from "./shape.ts";

/** What a finding is about, such as `convert: stale state, LASTING (3 times)`. */
export function subjectOfFinding({ kind, column, lasting, count, cause }: ReportedFinding): string {
  const what = [kind, column].filter((one) => one !== null).join(" ");
  const permanence = lasting ? "LASTING" : "late";
  return `${cause}: ${what}  ${permanence}  (${count === 1 ? "once" : `${count} times`})`;
}
