/** Titles, explanations and advice for findings, for the engineer who owns the client. */
import { eventRows } from "../events.ts";
import type { Discovery, EventKind } from "../model.ts";
import { eventKinds } from "../model.ts";

export interface Wording {
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
}

type Worded = Pick<
  Discovery,
  | "kind"
  | "column"
  | "cause"
  | "lasting"
  | "lead"
  | "ledger"
  | "world"
  | "read"
  | "heldAfter"
  | "tick"
> & {
  /** Whether every list since the change was read with `scope=withDeleted`. */
  readonly readsDeleted: boolean;
};

export function wordingOf(found: Worded): Wording {
  const reading = readingOf(found);
  return {
    title: `${whatOf(found)} ${sinceWhat(found.cause)}`.trim(),
    explanation: explanationOf(found),
    advice: `${reading === null ? "" : `${readText(found)} `}${adviceOf(found)}`,
  };
}

function sinceWhat(cause: string): string {
  return cause === "start" ? "from the start" : (rowOf(cause)?.cause ?? "");
}

/** Whether the client read the row of a finding since the change; null where that says nothing. */
export function readingOf({
  kind,
  read,
}: Pick<Discovery, "kind" | "read">): "never" | "not-stored" | null {
  if (kind !== "missing" && kind !== "stale" && kind !== "wrong") return null;
  return read === null ? "never" : "not-stored";
}

function readText({ read, heldAfter, lead, column, lasting, tick }: Worded): string {
  const row = column === "planStatus" ? `the Plans of ${lead}` : String(lead);
  if (read === null) {
    const until = lasting ? "" : ` until tick ${tick}`;
    return `Never read${until}: no answer since the change had ${row}.`;
  }
  const process = read.process === 1 ? "" : ", of its second process,";
  const answer = `the answer to call ${read.call} of tick ${read.tick}${process} had ${row}`;
  return heldAfter === null
    ? `Read and not stored: ${answer}.`
    : `Read and not kept: ${answer}, and so had the ledger after tick ${heldAfter}.`;
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

/** The row of what caused it; null for other causes. */
function rowOf(cause: string): (typeof eventRows)[EventKind] | null {
  const kind = eventKinds.find((one) => one === cause);
  return kind === undefined ? null : eventRows[kind];
}

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

function adviceOf(found: Worded): string {
  const { kind, cause } = found;
  if (kind === "unreadable")
    return "Write the ledger to another file and rename it, so that it is whole at any moment.";
  if (kind === "duplicate")
    return "Write each Lead by its id: update the row if it exists, so that a repeated read changes nothing.";
  if (kind === "ghost")
    return "Rows of an earlier history mean that the client keeps state: keep it in LEAD_SANDBOX_STATE, or empty it with --setup. Otherwise, drop rows of another Firm or environment.";
  const advice = rowOf(cause)?.advice ?? null;
  if (advice !== null) return advice;
  if (kind === "wrong")
    return "Decide the state by deletedAt and convertedAt of the Lead itself, read with scope=withDeleted. Absence from a list proves nothing.";
  return readingOf(found) === "not-stored" ? adviceOnStoring(found) : adviceOnReading(found);
}

function adviceOnStoring({ kind, column }: Worded): string {
  if (kind === "missing")
    return "Store each Lead that an answer has by its id, also if it is not new.";
  const how = column === "state" ? ", with the state by its deletedAt and convertedAt" : "";
  return `Update the row of each Lead that an answer has, by its id${how}.`;
}

function adviceOnReading({ kind, column, cause, lasting, readsDeleted }: Worded): string {
  if (column === "planStatus")
    return "A Plan moves without its Lead. Read the Plans of converted Leads at every tick, with include=Plans.";
  const scope = readsDeleted ? "Read" : "Read with scope=withDeleted,";
  if (kind === "missing")
    return `${scope} in pages until the end, and from a watermark that only times of the server move.`;
  if (cause === "convert")
    return `A conversion leaves updatedAt as it is${readsDeleted ? "" : ", and hides the Lead without scope=withDeleted"}. Filter by deletedAt too, and look back.`;
  if (cause === "archive" && !readsDeleted)
    return "Read with scope=withDeleted: an archived Lead is in no other list.";
  if (!lasting) return "Read again after an error at once, or run the job more often.";
  return "Read every change since the last complete tick, by times of the server, with a look-back. Filter by deletedAt, too.";
}

/** Sorts findings: high and lasting ones first. */
export function severityOf({
  kind,
  lasting,
}: Pick<Discovery, "kind" | "lasting">): "high" | "medium" {
  if (kind === "quota") return "medium";
  return lasting || (kind !== "stale" && kind !== "missing") ? "high" : "medium";
}
