/** Requests of the whole journal that contain the words of a filter; the sandbox searches them. */
import { useEffect, useRef } from "preact/hooks";

import type { StreamedEvent } from "../../client/events.ts";
import { useResource } from "../parts/resource.ts";
import { workspace } from "../shell/connection.ts";
import { onEvent } from "../shell/live.ts";
import type { Entry } from "./entries.ts";
import { wordsOf } from "./filter.ts";
import type { JournaledRequest } from "./request.ts";

type Found = ReadonlyMap<string, Entry>;
const nothing: Found = new Map();
const notSearched = { words: "", until: "", found: nothing };
/** The newest are enough for a list that people read. */
const foundMax = 500;
const typingMs = 200;

/** The requests by id that contain the words of a filter, and why the search failed. */
export function useFound(filter: string) {
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
    const all = new Map([...found, ...data.map((one) => [one.id, entryOf(one)] as const)]);
    latest.current = { words, until: data[0]?.at ?? until, found: all };
    return all;
  };
  // The journal begins again, and so may the clock.
  const forget = ({ type }: StreamedEvent): void => {
    if (type === "reset") latest.current = notSearched;
  };
  useEffect(() => onEvent(forget), []);
  const { value, problem } = useResource(load, [words], /^request$/);
  return { found: value ?? nothing, problem };
}

function entryOf(request: JournaledRequest): Entry {
  const { at, reason = null, request: sent } = request;
  const trace = sent.headers["traceparent"] ?? null;
  return {
    number: 0,
    at,
    request: { ...request, reason, trace },
    caused: [],
    notice: null,
  };
}

/** The found requests that `shown` does not have, oldest first: they are older than the events that the page loaded. */
export function olderOf(found: Found, shown: readonly Entry[]): readonly Entry[] {
  if (found.size === 0) return [];
  const known = new Set(shown.map(({ request }) => request?.id));
  const first = shown[0]?.at ?? "";
  return [...found.values()]
    .filter(({ request, at }) => !known.has(request?.id) && (first === "" || at <= first))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((entry, at) => ({ ...entry, number: -1 - at }));
}
