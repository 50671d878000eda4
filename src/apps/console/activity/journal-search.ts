/** Requests of the journal beyond the events that the page loaded: those that a filter finds, or older ones. */
import { useEffect, useRef } from "preact/hooks";

import { useResource } from "../parts/resource.tsx";
import { workspace } from "../shell/connection.ts";
import { entries, onEvent } from "../shell/live.ts";
import type { Block, Entry } from "./entries.ts";
import { effectOf } from "./event-text.ts";
import type { JournalQuery } from "./filter.ts";
import { journalQuery } from "./filter.ts";
import type { JournaledRequest } from "./request.ts";

type Found = ReadonlyMap<string, Entry>;
const nothing: Found = new Map();

interface Pages {
  /** What was searched, as JSON; null for the older ones. */
  readonly key: string;
  readonly found: Found;
  /** How many there are, kept ones only. */
  readonly total: number;
}

/** The newest are enough for a start; the end of the list loads more. */
const pageSize = 500;
const typingMs = 200;

export type Journal = ReturnType<typeof useJournal>;

/**
 * The requests by id that a filter finds in the journal; without words to search, those that are older than the list,
 * none at first. `loadMore` loads older ones; null when there are none.
 */
export function useJournal(filter: string) {
  const query = journalQuery(filter);
  const isSearch = query !== null;
  const key = JSON.stringify(query);
  const none: Pages = { key, found: nothing, total: Infinity };
  const latest = useRef<Pages | null>(null);
  const wanted = useRef({ key: "", size: 0 });
  if (wanted.current.key !== key) wanted.current = { key, size: isSearch ? pageSize : 0 };
  // The journal begins again, and so may the clock.
  useEffect(() => onEvent(({ type }) => type === "reset" && (latest.current = null)), []);
  const load = async (): Promise<Pages> => {
    const known = latest.current?.key === key ? latest.current : null;
    if (isSearch && known === null) await new Promise((resolve) => setTimeout(resolve, typingMs));
    const { size } = wanted.current;
    // Older requests stay as they are.
    if (size === 0) return none;
    if (wanted.current.key !== key) return latest.current ?? none;
    if (!isSearch && known !== null && known.found.size >= Math.min(size, known.total))
      return known;
    latest.current = { key, ...(await newestOf(query ?? {}, isSearch ? 0 : listed(), size)) };
    return latest.current;
  };
  const { value, problem, reload } = useResource(load, /^request$/, [key]);
  const pages = value?.key === key ? value : none;
  const { found, total } = pages;
  const loadMore = (): void => {
    if (found.size < wanted.current.size) return;
    wanted.current = { key, size: wanted.current.size + pageSize };
    reload();
  };
  return {
    ...pages,
    isSearch,
    isSearching: isSearch && value?.key !== key && problem === null,
    problem,
    loadMore: found.size < total ? loadMore : null,
  };
}

/** How many requests the list has. */
function listed(): number {
  return entries
    .blocks()
    .flat()
    .filter(({ request }) => request !== null).length;
}

/** The newest `size` requests that match after the first `from`, page by page. */
async function newestOf(query: JournalQuery, from: number, size: number) {
  let found = nothing;
  for (let offset = from; ; offset += pageSize) {
    const page = { ...query, limit: pageSize, offset, effects: true };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, meta } = await workspace().requests.list(page);
    found = new Map([...found, ...data.map((one) => [one.id, entryOf(one)] as const)]);
    const total = meta.total - from;
    if (offset - from + pageSize >= Math.min(size, total)) return { found, total };
  }
}

function entryOf(one: JournaledRequest): Entry {
  const { at, reason = null, effects = [], request: sent } = one;
  const request = { ...one, reason, trace: sent.headers["traceparent"] ?? null };
  return { number: 0, at, request, caused: effects.map(effectOf), notice: null };
}

/** The found requests that the list lacks, oldest first: they are older than `oldest`, the first block of the list. */
export function olderOf(found: Found, oldest: Block = []): Block {
  const first = oldest.find(({ at }) => at !== "")?.at ?? "";
  return [...found]
    .filter(([id, { at }]) => !entries.has(id) && (first === "" || at <= first))
    .map(([, entry]) => entry)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((entry, at, all) => ({ ...entry, number: at - all.length }));
}
