import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import { Button, Options } from "../parts/controls.tsx";
import { Search, Split } from "../parts/list.tsx";
import { Empty, Loading, Problem } from "../parts/resource.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { useRowKeys } from "../shell/keys.ts";
import { checkJournal, entries, entriesVersion, standing } from "../shell/live.ts";
import { go, linkTo, place, setQuery } from "../shell/route.ts";
import type { Entry } from "./entries.ts";
import { filterNames, matcher, problemsOf } from "./filter.ts";
import { FirstRequest } from "./first-request.tsx";
import { olderOf, useJournalSearch, useOlder } from "./journal-search.ts";
import { ActivityLine } from "./line.tsx";
import { linesOf, refusalsIn } from "./lines.ts";
import { RequestPanel } from "./panel.tsx";

/** A finger needs higher rows. */
const rowPx = matchMedia("(pointer: coarse)").matches ? 44 : 30;

const exampleFilter = "status:4xx path:/leads is:assumed";
const suggestions = Object.entries(filterNames).map(([name, text]) => [`${name}:`, text] as const);

export function Activity() {
  const { id, query } = place.value;
  const filter = query["q"] ?? "";
  const [isPaused, setPaused] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const list = useLines(filter, id, isPaused || isTouched || id !== null);
  const { shown, lines, current, newCount } = list;
  return (
    <Split
      name="Activity"
      panel={id === null ? null : <RequestPanel id={id} />}
      tools={
        <>
          <Search label="Filter" placeholder={`Filter: ${exampleFilter}`} list="filter-names" />
          <datalist id="filter-names">
            <Options of={suggestions} />
          </datalist>
          <Button aria-pressed={isPaused} run={() => setPaused(!isPaused)}>
            {isPaused ? "Resume" : "Pause"}
          </Button>
          <Button class="newer" disabled={newCount === 0} run={list.catchUp}>
            {newCount.toLocaleString("en")} new
          </Button>
        </>
      }
    >
      {list.problems.map((text) => (
        <Problem key={text} text={text} />
      ))}
      {filter === "" && <Refusals shown={shown} />}
      {lines.length > 0 && (
        <VirtualList
          onTouched={setTouched}
          onEnd={list.seeEnd}
          rows={lines}
          rowPx={rowPx}
          label="Requests and what they caused, newest first"
          current={current}
          draw={(line) => <ActivityLine line={line} onFold={list.fold} />}
        />
      )}
      {lines.length === 0 &&
        (list.isLoading ? <Loading /> : filter === "" ? <FirstRequest /> : <NothingFound />)}
    </Split>
  );
}

/** The lines that match the filter, with those of the open request unfolded, and what the view can do with them. */
function useLines(filter: string, id: string | null, isHeld: boolean) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  // Until past events have loaded, there is nothing to hold.
  const isLoaded = standing.value.state !== "connecting";
  const { shown, newer, catchUp } = useHeld(isLoaded && isHeld);
  const { found, isSearching, problem } = useJournalSearch(filter);
  const { older, problem: olderProblem, loadMore } = useOlder();
  const lines = useMemo(() => {
    const isOpen = ({ number, request }: Entry): boolean =>
      request === null ? unfolded.has(number) : request.id === id;
    const all = [...olderOf(new Map([...older, ...found]), shown), ...shown];
    return linesOf(all, matcher(filter, found), isOpen);
  }, [shown, filter, found, older, unfolded, id]);
  const newCount = useMemo(
    () => newer.filter(matcher(filter, found)).length,
    [newer, filter, found],
  );
  const requests = useMemo(
    () => lines.flatMap((line) => (line.kind === "request" ? [line.request] : [])),
    [lines],
  );
  const current = lines.findIndex((line) => line.kind === "request" && line.request.id === id);
  const { query } = place.value;
  const edit = () => id !== null && go(linkTo("activity", id, { ...query, do: "edit" }));
  useRowKeys(requests, edit);
  const fold = (entry: number): void =>
    setUnfolded(new Set(unfolded.has(entry) ? [] : [...unfolded, entry]));
  const seeEnd = (): void => {
    if (isLoaded && (shown.length > 0 || filter !== "")) void loadMore?.();
  };
  useEffect(() => void (isLoaded && checkJournal()), [isLoaded]);
  useEffect(() => void (lines.length === 0 && seeEnd()), [lines.length, isLoaded, older]);
  const problems = [...problemsOf(filter), problem, olderProblem].filter((text) => text !== null);
  const isLoading = isSearching || !isLoaded;
  return { shown, lines, current, newCount, catchUp, isLoading, problems, fold, seeEnd };
}

/** The entries to show: a held list gets no more, so that no row moves; `catchUp` shows the `newer` ones. */
function useHeld(isHeld: boolean) {
  const version = entriesVersion.value;
  const [held, setHeld] = useState<readonly Entry[] | null>(null);
  const live = useMemo(() => [...entries()], [version]);
  // The entries of the last drawing: later ones would move the rows.
  useLayoutEffect(() => setHeld(isHeld ? copyOf(live) : null), [isHeld]);
  const last = held?.at(-1)?.number ?? 0;
  // A reset ends the hold, and so does a notice of removed rows: they are gone.
  const isValid = (live[0]?.number ?? last) <= last && live[0]?.notice === held?.[0]?.notice;
  const shown = held !== null && isValid ? held : live;
  const newer = useMemo(
    () => (shown === live ? [] : live.filter(({ number }) => number > last)),
    [shown, live, last],
  );
  const catchUp = (): void => {
    document.querySelector(".virtual")?.scrollTo(0, 0);
    setHeld(copyOf(entries()));
  };
  return { shown, newer, catchUp };
}

/** A copy of a list and of the effects of each request, because both grow in place. */
function copyOf(list: readonly Entry[]): readonly Entry[] {
  return list.map((entry) => ({ ...entry, caused: [...entry.caused] }));
}

function Refusals({ shown }: { readonly shown: readonly Entry[] }) {
  const groups = useMemo(() => refusalsIn(shown), [shown]);
  if (groups.length === 0) return null;
  return (
    <p class="row refusals" aria-label="Frequent refusals" role="group">
      {groups.map(({ name, filter }) => (
        <a
          key={filter}
          class="clip"
          href={linkTo("activity", place.value.id, { q: filter })}
          title={name}
        >
          {name}
        </a>
      ))}
    </p>
  );
}

function NothingFound() {
  return (
    <Empty title="Nothing matches">
      <p>
        The filter takes words and terms with a colon: {Object.keys(filterNames).join(", ")}. A
        minus before a term excludes it.
      </p>
      <Button run={() => setQuery({ q: "" })}>Clear the filter</Button>
    </Empty>
  );
}
