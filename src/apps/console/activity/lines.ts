/** The lines of the activity list: requests, and events without one. Their effects are folded until they are opened. */
import { counted } from "../parts/times.ts";
import type { Entry, RequestFacts, SandboxEvent } from "./entries.ts";

interface OfEntry {
  readonly key: string;
  readonly entry: Entry;
}

export type Line =
  | (OfEntry & { readonly kind: "request"; readonly request: RequestFacts })
  | (OfEntry & { readonly kind: "event"; readonly event: SandboxEvent; readonly isCaused: boolean })
  /** Several events of one moment: the first, and how many more there are. */
  | (OfEntry & { readonly kind: "fold"; readonly event: SandboxEvent; readonly more: number })
  | (OfEntry & { readonly kind: "notice"; readonly notice: string });

/** The lines of the entries that match `passes`, newest first; with their effects for those that are open. */
export function linesOf(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
  isOpen: (entry: Entry) => boolean,
): readonly Line[] {
  return entries
    .filter(passes)
    .toReversed()
    .flatMap((entry) => linesOfEntry(entry, isOpen(entry)));
}

function linesOfEntry(entry: Entry, isOpen: boolean): readonly Line[] {
  const { number, request, caused, notice } = entry;
  const own = { key: `${number}`, entry };
  if (notice !== null) return [{ kind: "notice", ...own, notice }];
  const isCaused = request !== null;
  const events = caused.map((event): Line => ({
    kind: "event",
    key: `${number}-${event.cursor}`,
    entry,
    event,
    isCaused,
  }));
  if (request !== null) return [{ kind: "request", ...own, request }, ...(isOpen ? events : [])];
  const [event] = caused;
  if (event === undefined || caused.length === 1) return events;
  const fold: Line = { kind: "fold", ...own, event, more: caused.length - 1 };
  return [fold, ...(isOpen ? events.slice(1) : [])];
}

/** Refusals of one operation with the same status and deciding rule. */
export interface Refusals {
  /** Such as `12 × 422 email: Invalid email address`. */
  readonly name: string;
  readonly filter: string;
}

const shownMax = 5;

/** The refusals that occurred at least twice, the most frequent ones first. */
export function refusalsIn(entries: readonly Entry[]): readonly Refusals[] {
  const groups = new Map<string, { readonly request: RequestFacts; count: number }>();
  for (const { request } of entries) {
    if (request === null || request.status < 400) continue;
    const filter = filterOf(request);
    const group = groups.get(filter);
    if (group === undefined) groups.set(filter, { request, count: 1 });
    else group.count += 1;
  }
  return [...groups]
    .filter(([, { count }]) => count > 1)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .slice(0, shownMax)
    .map(([filter, { request, count }]) => {
      const reason = request.reason?.split(" (and ", 1)[0] ?? ruleOf(request) ?? "";
      return { name: `${count.toLocaleString("en")} × ${request.status} ${reason}`, filter };
    });
}

function filterOf(request: RequestFacts): string {
  const { status, operationId } = request;
  const rule = ruleOf(request);
  return [
    `status:${status}`,
    ...(operationId === null ? [] : [`operation:${operationId}`]),
    ...(rule === undefined ? [] : [`rule:${rule}`]),
  ].join(" ");
}

function ruleOf({ rules }: RequestFacts): string | undefined {
  return rules[0]?.replace(/;assumed$/, "");
}

/** `3 effects`. */
export function effectsOf({ caused }: Entry): string {
  return caused.length === 0 ? "" : counted(caused.length, "effect");
}
