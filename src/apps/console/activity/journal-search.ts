/** Requests of the journal beyond the events that the page loaded: those with the words of a filter, and older ones. */
import { useEffect, useRef, useState } from "preact/hooks";

import { useResource } from "../parts/resource.tsx";
import { errorMessage, workspace } from "../shell/connection.ts";
import { entries, onEvent } from "../shell/live.ts";
import type { Entry } from "./entries.ts";
import { wordsOf } from "./filter.ts";
import type { JournaledRequest } from "./request.ts";

type Found = ReadonlyMap<string, Entry>;
const nothing: Found = new Map();
const notSearched = { words: "", until: "", found: nothing };
/** The newest are enough for a list that people read. */
const foundMax = 500;
const pageSize = 200;
const typingMs = 200;

/** The requests by id that contain the words of a filter, whether their search still runs, and why it failed. */
export function useJournalSearch(filter: string) {
  const words = wordsOf(filter);
  const latest = useRef(notSearched);
  const typed = useRef(words);
  typed.current = words;
  const load = async (): Promise<Found> => {
    if (words === "") return nothing;
    const isSame = latest.current.words === words;
    if (!isSame) await new Promise((resolve) => setTimeout(resolve, typingMs));
    if (typed.current !== words) return nothing;
    // After the first search only newer requests need one.
    const { until, found } = isSame ? latest.current : notSearched;
    const since = until === "" ? {} : { since: until };
    const { data } = await workspace().requests.list({ search: words, limit: foundMax, ...since });
    const all = new Map([...found, ...byId(data)]);
    latest.current = { words, until: data[0]?.at ?? until, found: all };
    return all;
  };
  // The journal begins again, and so may the clock.
  useReset(() => (latest.current = notSearched));
  const { value, problem } = useResource(load, /^request$/, [words]);
  const isSearching = words !== "" && latest.current.words !== words && problem === null;
  return { found: value ?? nothing, isSearching, problem };
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
      const { data, meta } = await workspace().requests.list({ limit: pageSize, offset });
      setOlder((known) => new Map([...known, ...byId(data)]));
      setWhole(offset + meta.count >= meta.total);
    } catch (error) {
      setProblem(errorMessage(error));
      setWhole(true);
    }
    isLoading.current = false;
  };
  return { older, problem, loadMore: isWhole ? null : loadMore };
}

function useReset(forget: () => void): void {
  useEffect(() => onEvent(({ type }) => type === "reset" && forget()), []);
}

function byId(data: readonly JournaledRequest[]): readonly (readonly [string, Entry])[] {
  return data.map((one) => {
    const { at, reason = null, request: sent } = one;
    const trace = sent.headers["traceparent"] ?? null;
    const request = { ...one, reason, trace };
    return [one.id, { number: 0, at, request, caused: [], notice: null }];
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
