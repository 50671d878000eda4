/** The lines of the activity list: requests, and events without one. Their effects are folded until they are opened. */
import { lengthOf, perBlock } from "../parts/blocks.ts";
import { counted } from "../parts/times.ts";
import type { Block, Effect, Entry, RequestFacts } from "./entries.ts";
import { matcher } from "./filter.ts";

type OfEntry = Readonly<{ key: string; entry: Entry }>;

export type Line =
  | (OfEntry & { readonly kind: "request"; readonly request: RequestFacts })
  | (OfEntry & { readonly kind: "event"; readonly event: Effect })
  /** Several events of one control call: the first, and how many more there are. */
  | (OfEntry & { readonly kind: "fold"; readonly event: Effect; readonly more: number })
  | (OfEntry & { readonly kind: "notice"; readonly notice: string });

/** The lines of a block, newest first; with their effects for the entries that are open. */
export function linesOf(block: Block, isOpen: (entry: Entry) => boolean): readonly Line[] {
  return block.toReversed().flatMap((entry) => linesOfEntry(entry, isOpen(entry)));
}

function linesOfEntry(entry: Entry, isOpen: boolean): readonly Line[] {
  const { number, request, caused, notice } = entry;
  const own = { key: `${number}`, entry };
  if (notice !== null) return [{ kind: "notice", ...own, notice }];
  const events = caused.map((event, at): Line => {
    return { kind: "event", key: `${number}-${at}`, entry, event };
  });
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

/** Finds the refusals that occurred at least twice, the most frequent ones first. */
export function newRefusals() {
  const refusedIn = perBlock((block: Block) =>
    block.flatMap((entry) =>
      entry.request !== null && entry.request.status >= 400
        ? [{ ...entry, request: entry.request }]
        : [],
    ),
  );
  const filtersIn = perBlock((block: Block) => [
    ...new Map(refusedIn(block).map(({ request }) => [filterOf(request), request] as const)),
  ]);
  // Two of them show that they differ.
  const reasonsIn = perBlock((found: Block) =>
    [...new Set(found.map(({ request }) => request?.reason?.split(" (and ", 1)[0] ?? ""))].slice(
      0,
      2,
    ),
  );
  const finders = new Map<string, (block: Block) => Block>();
  return (blocks: readonly Block[]): readonly Refusals[] => {
    const groups = [...new Map(blocks.flatMap(filtersIn))].map(([filter, request]) => {
      // A filter finds requests that another rule decided, too, if they cite this one.
      const find =
        finders.get(filter) ?? perBlock((block: Block) => refusedIn(block).filter(matcher(filter)));
      finders.set(filter, find);
      const found = blocks.map(find);
      return { filter, request, found, count: lengthOf(found) };
    });
    return groups
      .filter(({ count }) => count > 1)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, shownMax)
      .map(({ filter, request, found, count }) => {
        // The name is what all of them share: the reason, else the deciding rule.
        const [reason = "", ...others] = new Set(found.flatMap(reasonsIn));
        const shared = reason === "" || others.length > 0 ? ruleOf(request) : reason;
        return {
          name: `${count.toLocaleString("en")} × ${request.status} ${shared ?? ""}`,
          filter,
        };
      });
  };
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
