/** The example clients with a defect, and the findings that explore must report for them. */
type Row = readonly [
  client: string,
  variation: string,
  verdict: string,
  /** The change of a person's record; null when the finding names no record. */
  record: readonly [change: string, email: string] | null,
  /** Null for a fault of the network, which the interface does not mention. */
  rule: string | null,
  /** The operation whose calls are varied; null for variations of the whole run. */
  operation: string | null,
  /** A client without the defect whose calls meet the variation, too. */
  mended: string,
];

const lost = ["missing", "maya@example.com"] as const;
const added = ["added", "maya@example.com"] as const;
const changed = ["changed", "maya@example.com"] as const;
const addedAda = ["added", "ada.active@example.com"] as const;

const post = "post-leads-for-firm";
const list = "get-leads-for-firm";
const patch = "patch-Lead";

export const defects: readonly Row[] = [
  ["ignores-failures.py", "fault:503", "lost", lost, "error.server", post, "clean.py"],
  ["swallows-errors.py", "fault:429", "lost", lost, "quota.burst", post, "parallel.ts"],
  ["forgets-patches.ts", "fault:503", "lost", changed, "error.server", patch, "clean.ts"],
  ["falls-back.ts", "fault:reset-after", "duplicated", added, null, post, "clean.ts"],
  [
    "stops-at-a-page.py",
    "fault:malformed",
    "duplicated",
    addedAda,
    "http.json",
    list,
    "parallel.ts",
  ],
  ["gives-up.ts", "fault:slow", "orphaned", added, null, post, "clean.ts"],
  ["fails-on-conflict.py", "fault:500-after", "orphaned", added, "error.server", post, "clean.py"],
  ["drops-data.py", "fault:reset-before", "altered", changed, null, post, "clean.py"],
  ["waits-for-ever.ts", "fault:hang", "hung", null, null, list, "parallel.ts"],
  ["strict.ts", "evolution:extra-field", "dependent", null, "http.json", null, "parallel.ts"],
  [
    "keeps-eight-letters.ts",
    "evolution:longer-ids",
    "dependent",
    null,
    "lead.id.shape",
    null,
    "clean.ts",
  ],
  [
    "reads-messages.py",
    "evolution:other-messages",
    "dependent",
    null,
    "error.messages",
    null,
    "parallel.ts",
  ],
  [
    "wants-a-body.py",
    "unknown:lead.delete=204",
    "dependent",
    null,
    "lead.delete",
    null,
    "clean.py",
  ],
  [
    "wants-404.py",
    "unknown:auth.foreign-record=403",
    "dependent",
    null,
    "auth.foreign-record",
    null,
    "parallel.ts",
  ],
  [
    "never-looks.py",
    "violation:create-stores-nothing",
    "missed",
    null,
    "lead.create.firm",
    post,
    "checks.ts",
  ],
];

/** A defect that shows in the time between calls, so nothing else may run at the same time. */
export const defectInTime: Row = [
  "hammers.py",
  "fault:outage",
  "hammered",
  null,
  "error.server",
  post,
  "clean.py",
];

/** The family of a variation in a report. */
export function familyOf(variation: string): string {
  const [prefix = ""] = variation.split(":");
  return prefix === "evolution" ? prefix : `${prefix}s`;
}
