/** The lines of the activity list: requests, and events without one. Their effects are folded until they are opened. */
import { counted } from "../parts/times.ts";
import type { Effect, Entry, RequestFacts } from "./entries.ts";
import { matcher } from "./filter.ts";

interface OfEntry {
  readonly key: string;
  readonly entry: Entry;
}

export type Line =
  | (OfEntry & { readonly kind: "request"; readonly request: RequestFacts })
  | (OfEntry & { readonly kind: "event"; readonly event: Effect; readonly isCaused: boolean })
  /** Several events of one control call: the first, and how many more there are. */
  | (OfEntry & { readonly kind: "fold"; readonly event: Effect; readonly more: number })
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
  const events = caused.map((event, at): Line => ({
    kind: "event",
    key: `${number}-${at}`,
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

/** Refusals of one operation with the same status and the same deciding rule. */
export interface Refusals {
  /** Such as `12 × 422 email: Invalid email address`. */
  readonly name: string;
  /** Finds as many rows as the name says. */
  readonly filter: string;
}

const shownMax = 5;

/** The refusals that occurred at least twice, the most frequent ones first. */
export function refusalsIn(entries: readonly Entry[]): readonly Refusals[] {
  const requests = entries.flatMap(({ request }) => (request === null ? [] : [request]));
  const refused = Map.groupBy(
    requests.filter(({ status }) => status >= 400),
    filterOf,
  );
  return [...refused]
    .map(([filter]) => {
      // A filter finds requests that another rule decided, too, if they cite this one.
      const passes = matcher(filter);
      return { filter, found: entries.filter((entry) => passes(entry)) };
    })
    .filter(({ found }) => found.length > 1)
    .toSorted((one, other) => other.found.length - one.found.length)
    .slice(0, shownMax)
    .map(({ filter, found }) => ({ name: nameOf(found), filter }));
}

/** The number of refusals, and what all of them share: the reason, else the deciding rule. */
function nameOf(found: readonly Entry[]): string {
  const requests = found.flatMap(({ request }) => request ?? []);
  const reasons = new Set(requests.map(({ reason }) => reason?.split(" (and ", 1)[0] ?? ""));
  const [first] = requests;
  const [reason = ""] = reasons.size === 1 ? reasons : [];
  const shared = reason === "" && first !== undefined ? ruleOf(first) : reason;
  return `${found.length.toLocaleString("en")} × ${first?.status ?? ""} ${shared ?? ""}`;
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
