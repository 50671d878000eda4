import type { ReportedFinding, SimulationReport } from "./shape.ts";

/** What a finding is about, such as `convert: stale state, LASTING (3 times)`. */
export function subjectOfFinding({ kind, column, lasting, count, cause }: ReportedFinding): string {
  const what = [kind, column].filter((one) => one !== null).join(" ");
  const permanence = lasting ? "LASTING" : "late";
  return `${cause}: ${what}  ${permanence}  (${count === 1 ? "once" : `${count} times`})`;
}

/** How many events of each kind happened, such as `12 create, 3 convert`. */
export function eventsText({ events }: SimulationReport["summary"]): string {
  return Object.entries(events)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}

/** Which kinds of `--changes` the run did not test. */
export function neverHappenedText(kinds: SimulationReport["summary"]["neverHappened"]): string {
  return `Never happened: ${kinds.join(", ")}. So the run did not test it: allow more time with --budget, more Leads with --leads, or leave it out of --changes.`;
}
