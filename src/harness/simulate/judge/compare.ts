/** Compares a ledger with the history of truth. */
import type { Json } from "../../../base/values/json.ts";
import type { Column, LedgerReading, LedgerRow } from "../ledger/rows.ts";
import type { Discrepancy } from "../model.ts";
import type { LeadTruth, Truth, Version } from "../world/truth.ts";
import type { StateWords } from "./values.ts";
import { isTrueOf, shownCell, shownValue } from "./values.ts";

/** What a ledger should have. */
export interface Expectation {
  readonly covers: "all" | "active";
  readonly states: StateWords;
  /** How long the ledger keeps a Lead after its creation, in milliseconds; null without a limit. */
  readonly keepsMs: number | null;
  /** Whether the answers take the place of a ledger: then only `missing` and `stale` mean something. */
  readonly isSeen: boolean;
}

/** When a ledger is compared, in epoch milliseconds. */
export interface Times {
  /** What was true at some time since then is right; of now or later, it tolerates nothing. */
  readonly since: number;
  readonly now: number;
}

/**
 * The differences between a readable ledger and the truth. A Lead may be missing if it was created since `since`, or if
 * the ledger does not keep it.
 */
export function discrepancies(
  reading: Extract<LedgerReading, { readonly rows: unknown }>,
  truth: Truth,
  { since, now }: Times,
  expected: Expectation,
): readonly Discrepancy[] {
  const found: Discrepancy[] = [];
  const rows = new Map<string, LedgerRow>();
  for (const row of reading.rows) {
    const lead = leadOf(row, truth);
    if (lead === null) found.push(ghost(row));
    else if (rows.has(lead.id))
      found.push({
        kind: "duplicate",
        column: null,
        lead: lead.name,
        ledger: "several rows",
        world: "one Lead",
        event: lead.versions.at(-1)?.event ?? null,
      });
    else rows.set(lead.id, row);
  }
  for (const lead of truth.leads()) {
    const row = rows.get(lead.id);
    if (row === undefined) {
      if (isKept(lead, now, expected)) found.push(...missing(lead, since, expected));
    } else if (isGone(lead, since, expected)) found.push(gone(lead, row, expected));
    else found.push(...differences(lead, row, reading.columns, since, expected));
  }
  return expected.isSeen
    ? found.filter(({ kind }) => kind === "missing" || kind === "stale")
    : found;
}

/** Whether a ledger must have a Lead at `now`, in epoch milliseconds, however old it is. */
export function isKept(
  { versions }: LeadTruth,
  now: number,
  { keepsMs }: Pick<Expectation, "keepsMs">,
): boolean {
  const [first] = versions;
  return keepsMs === null || first === undefined || first.since >= now - keepsMs;
}

function leadOf(row: LedgerRow, truth: Truth): LeadTruth | null {
  const { id, email } = row;
  if (typeof id === "string" && id !== "") return truth.find(id);
  return typeof email === "string" ? truth.withEmail(email) : null;
}

/** The versions that were true at some time since a moment; the current one at least. */
function recent({ versions }: LeadTruth, since: number): readonly Version[] {
  return versions.filter((_, at) => (versions[at + 1]?.since ?? Number.POSITIVE_INFINITY) > since);
}

function* missing(lead: LeadTruth, since: number, { covers }: Expectation): Generator<Discrepancy> {
  const [first] = lead.versions;
  if (first === undefined || first.since > since) return;
  if (covers === "active" && recent(lead, since).some(({ state }) => state !== "Active")) return;
  const current = lead.versions.at(-1);
  yield {
    kind: "missing",
    column: null,
    lead: lead.name,
    ledger: "absent",
    world: shownValue("state", current),
    event: first.event,
  };
}

/** With `covers: active`, whether a Lead was not Active at any time since a moment. */
function isGone(lead: LeadTruth, since: number, { covers }: Expectation): boolean {
  return covers === "active" && recent(lead, since).every(({ state }) => state !== "Active");
}

function gone(lead: LeadTruth, { state }: LedgerRow, { isSeen }: Expectation): Discrepancy {
  const end = lead.versions.find((version) => version.state !== "Active");
  return {
    // The answers cannot lose a Lead, so they cannot show that it is gone.
    kind: isSeen ? "ghost" : "stale",
    column: "state",
    lead: lead.name,
    ledger: state === undefined ? "present" : shownCell(state),
    world: shownValue("state", lead.versions.at(-1)),
    event: end?.event ?? null,
  };
}

function* differences(
  lead: LeadTruth,
  row: LedgerRow,
  columns: ReadonlySet<Column>,
  since: number,
  { states }: Expectation,
): Generator<Discrepancy> {
  const right = recent(lead, since);
  for (const column of columns) {
    const value: Json = row[column] ?? null;
    const isTrue = (version: Version): boolean => isTrueOf(column, value, version, states);
    if (right.some(isTrue)) continue;
    const before = lead.versions.findLastIndex(isTrue);
    yield {
      kind: before === -1 ? "wrong" : "stale",
      column,
      lead: lead.name,
      ledger: shownCell(value),
      world: shownValue(column, lead.versions.at(-1)),
      event: (before === -1 ? lead.versions.at(-1) : lead.versions[before + 1])?.event ?? null,
    };
  }
}

function ghost({ id, email }: LedgerRow): Discrepancy {
  const name = shownCell(id ?? email ?? null);
  return {
    kind: "ghost",
    column: null,
    lead: name,
    ledger: "present",
    world: "absent",
    event: null,
  };
}
