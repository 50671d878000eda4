/** Requests of the journal beyond the events that the page loaded: those that a filter finds, and older ones. */
import { useEffect, useRef, useState } from "preact/hooks";

import { useResource } from "../parts/resource.tsx";
import { errorMessage, workspace } from "../shell/connection.ts";
import { entries, onEvent } from "../shell/live.ts";
import type { Entry } from "./entries.ts";
import { effectOf } from "./event-text.ts";
import type { JournalQuery } from "./filter.ts";
import { journalQuery } from "./filter.ts";
import type { JournaledRequest } from "./request.ts";

type Found = ReadonlyMap<string, Entry>;
const nothing: Found = new Map();

interface Search {
  /** What was searched, as text; empty before the first search. */
  readonly key: string;
  readonly found: Found;
  /** How many requests match, kept ones only. */
  readonly total: number;
}

const notSearched: Search = { key: "", found: nothing, total: 0 };
/** The newest are enough for a start; the end of the list loads more. */
const pageSize = 500;
const olderSize = 200;
const typingMs = 200;

export type JournalSearch = ReturnType<typeof useJournalSearch>;

/** The requests by id that a filter finds in the journal. `loadMore` loads older ones; null when there are none. */
export function useJournalSearch(filter: string) {
  const query = journalQuery(filter);
  const key = query === null ? "" : JSON.stringify(query);
  const latest = useRef(notSearched);
  const wanted = useRef({ key, size: pageSize });
  if (wanted.current.key !== key) wanted.current = { key, size: pageSize };
  // The journal begins again, and so may the clock.
  useReset(() => (latest.current = notSearched));
  const load = async (): Promise<Search> => {
    if (query === null) return notSearched;
    if (latest.current.key !== key) await new Promise((resolve) => setTimeout(resolve, typingMs));
    if (wanted.current.key !== key) return latest.current;
    const { size } = wanted.current;
    latest.current = { key, ...(await newestOf(query, size)) };
    return latest.current;
  };
  const { value, problem, reload } = useResource(load, /^request$/, [key]);
  const search = value?.key === key ? value : notSearched;
  const loadMore = (): void => {
    if (search.found.size < wanted.current.size) return;
    wanted.current = { key, size: wanted.current.size + pageSize };
    reload();
  };
  return {
    ...search,
    isSearching: key !== "" && search.key !== key && problem === null,
    problem,
    loadMore: search.found.size < search.total ? loadMore : null,
  };
}

/** The newest `size` requests that match, page by page. */
async function newestOf(query: JournalQuery, size: number): Promise<Omit<Search, "key">> {
  let found: Found = nothing;
  for (let offset = 0; ; offset += pageSize) {
    const page = { ...query, limit: pageSize, offset, effects: true };
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, meta } = await workspace().requests.list(page);
    found = new Map([...found, ...byId(data)]);
    if (offset + pageSize >= Math.min(size, meta.total)) return { found, total: meta.total };
  }
}

/** The requests that are older than the loaded events. `loadMore` loads the next ones; null when there are no more. */
export function useOlder() {
  const [older, setOlder] = useState(nothing);
  const [isWhole, setWhole] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isLoading = useRef(false);
  useReset(() => {
    setOlder(nothing);
    setWhole(false);
  });
  const loadMore = async (): Promise<void> => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const offset = entries().filter(({ request }) => request !== null).length + older.size;
      const page = { limit: olderSize, offset, effects: true };
      const { data, meta } = await workspace().requests.list(page);
      setOlder((known) => new Map([...known, ...byId(data)]));
      setWhole(offset + meta.count >= meta.total);
    } catch (error) {
      setProblem(errorMessage(error));
      setWhole(true);
    }
    isLoading.current = false;
  };
  return { older, isWhole, problem, loadMore: isWhole ? null : loadMore };
}

function useReset(forget: () => void): void {
  useEffect(() => onEvent(({ type }) => type === "reset" && forget()), []);
}

function byId(data: readonly JournaledRequest[]): readonly (readonly [string, Entry])[] {
  return data.map((one) => {
    const { at, reason = null, effects = [], request: sent } = one;
    const trace = sent.headers["traceparent"] ?? null;
    const request = { ...one, reason, trace };
    return [one.id, { number: 0, at, request, caused: effects.map(effectOf), notice: null }];
  });
}

/** The found requests that `shown` does not have, oldest first: they are older than the events that the page loaded. */
export function olderOf(found: Found, shown: readonly Entry[]): readonly Entry[] {
  if (found.size === 0) return [];
  const known = new Set(shown.map(({ request }) => request?.id));
  const first = shown.find(({ at }) => at !== "")?.at ?? "";
  return [...found.values()]
    .filter(({ request, at }) => !known.has(request?.id) && (first === "" || at <= first))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((entry, at) => ({ ...entry, number: -1 - at }));
}
