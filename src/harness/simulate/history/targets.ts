/** Selects the Leads that events are about. */
import type { ScriptView } from "./script.ts";

/** The names of free Leads; null where the world has none. */
export interface Targets {
  /** Active Leads by creation. */
  readonly newest: string | null;
  readonly secondNewest: string | null;
  readonly oldest: string | null;
  /** The Active Lead at the start of the second page of the client's list, or behind it. */
  readonly pageTwo: string | null;
  /** The newest converted Lead. */
  readonly converted: string | null;
}

/** The page size without `limit` (interface 4.3). */
const defaultLimit = 20;

export function targetsIn(view: Pick<ScriptView, "truth" | "isFree" | "ticks">): Targets {
  const free = view.truth
    .leads()
    .filter(view.isFree)
    .map((lead) => ({ name: lead.name, state: lead.versions.at(-1)?.state }));
  const active = free.filter(({ state }) => state === "Active").map(({ name }) => name);
  const converted = free.filter(({ state }) => state === "Converted").map(({ name }) => name);
  const { limit, ascending } = pagesIn(view);
  const inOrder = ascending ? free : free.toReversed();
  const second = inOrder.slice(limit).find(({ state }) => state === "Active");
  return {
    newest: active.at(-1) ?? null,
    secondNewest: active.at(-2) ?? null,
    oldest: active[0] ?? null,
    pageTwo: second?.name ?? null,
    converted: converted.at(-1) ?? null,
  };
}

/** How the client pages through its list. */
function pagesIn({ ticks }: Pick<ScriptView, "ticks">): {
  readonly limit: number;
  readonly ascending: boolean;
} {
  const list = ticks.at(-1)?.calls.find(({ records }) => records !== null);
  const query = new URLSearchParams(list?.query ?? "");
  const limit = Number(query.get("limit") ?? defaultLimit);
  return {
    limit: Number.isInteger(limit) && limit > 0 ? limit : defaultLimit,
    ascending: /"ASC"/i.test(query.get("order") ?? ""),
  };
}

/** The page sizes of the lists that a tick read, in ascending order. */
export function pageSizesOf(ticks: ScriptView["ticks"]): readonly number[] {
  const lists = ticks.flatMap(({ calls }) => calls.filter(({ records }) => records !== null));
  const sizes = lists.map(({ query }) =>
    Number(new URLSearchParams(query).get("limit") ?? defaultLimit),
  );
  return [...new Set(sizes.filter((size) => Number.isInteger(size) && size > 0))].toSorted(
    (one, other) => one - other,
  );
}
