/** Titles, explanations and advice for findings, for the engineer who owns the client. */
import type { Discovery } from "../model.ts";

export interface Wording {
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
}

type Worded = Pick<
  Discovery,
  "kind" | "column" | "cause" | "lasting" | "lead" | "ledger" | "world"
>;

/** The words of a finding. */
export function wordingOf(found: Worded): Wording {
  return {
    title: `${whatOf(found)} ${causes[found.cause] ?? ""}`.trim(),
    explanation: explanationOf(found),
    advice: adviceOf(found),
  };
}

function whatOf({ kind, column }: Worded): string {
  switch (kind) {
    case "missing":
      return "The ledger misses a Lead";
    case "stale":
      return `The ledger keeps an old ${column ?? "value"}`;
    case "wrong":
      return `The ledger has a ${column ?? "value"} that was never true`;
    case "duplicate":
      return "The ledger has several rows for one Lead";
    case "ghost":
      return "The ledger has a row for a Lead that does not exist";
    case "unreadable":
      return "The ledger is unreadable";
    case "quota":
      return "A quiet tick needs more requests than the key has";
  }
}

const causes: Readonly<Record<string, string>> = {
  create: "after another key creates a Lead",
  burst: "after many Leads are created at once",
  twin: "after two Leads are created in one millisecond",
  convert: "after a client signs up",
  archive: "after staff archive a Lead",
  patch: "after another key changes a Lead",
  plan: "after a Plan moves",
  fail: "after a call is answered with 503",
  crash: "after the process is killed",
  overlap: "after two ticks overlap",
  start: "from the start",
};

function explanationOf({ kind, lasting, lead, ledger, world }: Worded): string {
  const time = lasting
    ? "It was still so after four further ticks without a change, so the client does not recover by itself."
    : "A later tick corrects it, but later than --fresh-within allows.";
  if (kind === "unreadable")
    return `After a tick that ended, the ledger was unreadable: ${ledger}. ${time}`;
  if (kind === "missing")
    return `${lead} is ${world} in the world, and the ledger has no row for it. ${time}`;
  if (kind === "duplicate") return `The ledger has several rows for ${lead}. ${time}`;
  if (kind === "ghost")
    return `The ledger has a row for ${lead}, and the world never had such a Lead. ${time}`;
  return `The ledger has ${ledger} for ${lead}, and in the world it is ${world}. ${time}`;
}

function adviceOf({ kind, column, cause, lasting }: Worded): string {
  if (kind === "unreadable")
    return "Write the ledger to another file and rename it, so that it is whole at any moment.";
  if (kind === "duplicate")
    return "Write each Lead by its id: update the row if it exists, so that a repeated read changes nothing.";
  if (kind === "ghost")
    return "Rows of an earlier history mean that the client keeps state: keep it in LEAD_SANDBOX_STATE, or empty it with --setup. Otherwise, drop rows of another Firm or environment.";
  if (cause === "crash" || cause === "fail")
    return "Save the watermark after the rows, or both in one transaction, so that a repeated tick reads the rest again.";
  if (cause === "overlap") return "Let a tick take a lock, or let the second one end at once.";
  if (cause === "twin")
    return "Look back: read again from some minutes before the newest time, and write by id. With $gt alone, a second record of the same millisecond is lost.";
  if (cause === "burst")
    return "Pages shift while they are read. Read on until a page is empty, overlap the pages, and do not stop at the first known Lead.";
  if (kind === "wrong")
    return "Decide the state by deletedAt and convertedAt of the Lead itself, read with scope=withDeleted. Absence from a list proves nothing.";
  if (kind === "missing")
    return "Read with scope=withDeleted, in pages until the end, and from a watermark that only times of the server move.";
  if (cause === "convert")
    return "A conversion leaves updatedAt as it is, and hides the Lead without scope=withDeleted. Filter by deletedAt too, and look back.";
  if (cause === "archive")
    return "Read with scope=withDeleted: an archived Lead is in no other list.";
  if (column === "planStatus")
    return "A Plan moves without its Lead. Read the Plans of converted Leads at every tick, with include=Plans.";
  if (!lasting) return "Read again after an error at once, or run the job more often.";
  return "Read every change since the last complete tick, by times of the server, with a look-back.";
}

/** Sorts findings: high and lasting ones first. */
export function severityOf({
  kind,
  lasting,
}: Pick<Discovery, "kind" | "lasting">): "high" | "medium" {
  if (kind === "quota") return "medium";
  return lasting || (kind !== "stale" && kind !== "missing") ? "high" : "medium";
}
