/** Follows a ledger through the ticks of a history, and finds what stays wrong for too long. */
import type { LedgerReading } from "../ledger/rows.ts";
import type { Discovery, Discrepancy, SeenTick } from "../model.ts";
import type { Truth } from "../world/truth.ts";
import type { Expectation, Times } from "./compare.ts";
import { discrepancies } from "./compare.ts";
import type { Explainer } from "./explain.ts";
import { UnknownWord } from "./values.ts";

/** The settings of a comparison; durations are in milliseconds. */
export interface Judging extends Expectation {
  readonly every: number;
  /** How long a change may stay unknown. */
  readonly freshWithin: number;
}

export interface Watcher {
  /** Compares the ledger after a tick. Differences count only with `judges`. */
  readonly after: (tick: SeenTick, reading: LedgerReading, judges: boolean) => void;
  /** Whether the ledger agrees with the world exactly, apart from records with a finding. */
  readonly agrees: () => boolean;
  /** Whether a finding still needs quiet ticks to show whether it lasts. */
  readonly isPending: () => boolean;
  /** Whether a Lead has a finding; it is not compared again. */
  readonly hasFinding: (lead: string) => boolean;
  /** The differences after the last tick, without any tolerance. */
  readonly differences: () => readonly Discrepancy[];
  readonly discoveries: () => readonly Discovery[];
}

/** The quiet ticks after which a finding is lasting. */
const quietTicks = 4;

interface Open {
  readonly found: readonly Discrepancy[];
  readonly tick: number;
  readonly rightAfter: number | null;
  quiet: number;
}

/** `explain` completes a discrepancy that showed after a tick. */
export function newWatcher(truth: Truth, judging: Judging, explain: Explainer["explain"]): Watcher {
  const open = new Map<string, Open>();
  const closed = new Set<string>();
  const found: Discovery[] = [];
  let exact: readonly Discrepancy[] = [];
  /** The last tick whose ledger was compared. */
  let last: number | null = null;
  let wasTorn = false;
  const settle = (key: string, lasting: boolean): void => {
    const { found: differences = [], tick = 0, rightAfter = null } = open.get(key) ?? {};
    found.push(...differences.map((one) => explain(one, { tick, lasting, rightAfter })));
    open.delete(key);
    closed.add(key);
  };
  return {
    after(tick, reading, judges) {
      const { every, freshWithin } = judging;
      const { endedAt: now, startedAt } = tick;
      const recent = { since: startedAt + every - freshWithin, now };
      const current = { since: Number.MAX_VALUE, now };
      const isQuiet = tick.events.length === 0;
      // A job that is killed again without an event would never be compared.
      const mayBeTorn = tick.killed && !(isQuiet && wasTorn);
      wasTorn = mayBeTorn && isTorn(reading, truth, current, judging);
      if (wasTorn) return;
      const wrong = byKey(differencesIn(reading, truth, recent, judging));
      const [before, wasWrong] = [last, new Set(exact.map(leadKey))];
      last = tick.tick;
      exact = differencesIn(reading, truth, current, judging);
      for (const [key, one] of open) {
        if (!wrong.has(key)) settle(key, false);
        else if (isQuiet && (one.quiet += 1) >= quietTicks) settle(key, true);
      }
      if (!judges) return;
      for (const [key, differences] of wrong) {
        if (closed.has(key) || open.has(key)) continue;
        const rightAfter = wasWrong.has(key) ? null : before;
        open.set(key, { found: differences, tick: tick.tick, rightAfter, quiet: 0 });
      }
    },
    agrees: () => !wasTorn && exact.every((one) => closed.has(leadKey(one))),
    isPending: () => open.size > 0,
    hasFinding: (lead) => open.has(lead) || closed.has(lead),
    differences: () => exact,
    discoveries: () => found,
  };
}

/** Whether a ledger is half written: it has no rows, or an unknown state, such as the start of one. */
function isTorn(reading: LedgerReading, truth: Truth, at: Times, judging: Judging): boolean {
  if ("unreadable" in reading) return true;
  try {
    discrepancies(reading, truth, at, judging);
    return false;
  } catch (error) {
    if (error instanceof UnknownWord) return true;
    throw error;
  }
}

function differencesIn(
  reading: LedgerReading,
  truth: Truth,
  at: Times,
  judging: Judging,
): readonly Discrepancy[] {
  if (!("unreadable" in reading)) return discrepancies(reading, truth, at, judging);
  const { unreadable } = reading;
  return [
    {
      kind: "unreadable",
      column: null,
      lead: null,
      ledger: unreadable,
      world: "a list",
      event: null,
    },
  ];
}

function leadKey({ lead }: Discrepancy): string {
  return lead ?? "";
}

/** The differences of each record, one of a kind and column. */
function byKey(all: readonly Discrepancy[]): ReadonlyMap<string, readonly Discrepancy[]> {
  const records = new Map<string, Discrepancy[]>();
  for (const one of all) {
    const known = records.get(leadKey(one));
    if (known === undefined) records.set(leadKey(one), [one]);
    else if (!known.some(({ kind, column }) => kind === one.kind && column === one.column)) {
      known.push(one);
    }
  }
  return records;
}
