import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import { Button, Options } from "../parts/controls.tsx";
import { Search, Split } from "../parts/list.tsx";
import { Empty, Loading, Problem, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { checkJournal, entries, entriesVersion, hasAllEvents, standing } from "../shell/live.ts";
import { go, linkTo, place, setQuery } from "../shell/route.ts";
import type { Entry } from "./entries.ts";
import { filterNames, matcher, problemsOf } from "./filter.ts";
import { FirstRequest } from "./first-request.tsx";
import type { JournalSearch } from "./journal-search.ts";
import { olderOf, useJournalSearch, useOlder } from "./journal-search.ts";
import { ActivityLine } from "./line.tsx";
import { linesOf, refusalsIn } from "./lines.ts";
import { RequestPanel } from "./panel.tsx";
import { sentHere } from "./send.ts";

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
  const { lines, current, newCount } = list;
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
      <Refusals groups={list.refusals} />
      <Searched {...list.search} />
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
        (list.isLoading ? <Loading /> : filter === "" ? <NoRequest /> : <NothingFound />)}
    </Split>
  );
}

/** The lines that match the filter, with those of the open request unfolded, and what the view can do with them. */
function useLines(filter: string, id: string | null, isHeld: boolean) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  // Until past events have loaded, there is nothing to hold.
  const isLoaded = standing.value.state !== "connecting";
  const { shown, newer, catchUp } = useHeld(isLoaded && isHeld);
  const { all, search, refusals, problems, seeEnd } = useLoaded(filter, shown, isLoaded);
  const { found } = search;
  const lines = useMemo(() => {
    const isOpen = ({ number, request }: Entry): boolean =>
      request === null ? unfolded.has(number) : request.id === id;
    return linesOf(all, matcher(filter, found), isOpen);
  }, [all, filter, found, unfolded, id]);
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
  useEffect(() => void (isLoaded && checkJournal()), [isLoaded]);
  useEffect(() => void (lines.length === 0 && seeEnd()), [lines.length, isLoaded, all]);
  const isLoading = search.isSearching || !isLoaded;
  return { lines, refusals, search, current, newCount, catchUp, isLoading, problems, fold, seeEnd };
}

/** The entries `shown` with those that the journal has besides, and how to load more of them. */
function useLoaded(filter: string, shown: readonly Entry[], isLoaded: boolean) {
  const search = useJournalSearch(filter);
  const { found, isSearching } = search;
  const { older, isWhole, problem, loadMore } = useOlder();
  const all = useMemo(
    () => [...olderOf(new Map([...older, ...found]), shown), ...shown],
    [shown, found, older],
  );
  // Their numbers are those of all rows that the links open, so none may be missing.
  const isComplete = isWhole || hasAllEvents();
  const refusals = useMemo(
    () => (filter === "" && isComplete ? refusalsIn(all) : []),
    [all, filter, isComplete],
  );
  const seeEnd = (): void => {
    if (!isLoaded || isSearching) return;
    if (search.key !== "") search.loadMore?.();
    else if (shown.length > 0 || filter !== "") void loadMore?.();
  };
  const problems = [...problemsOf(filter), search.problem, problem].filter((text) => text !== null);
  return { all, search, refusals, problems, seeEnd };
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
  const later = useMemo(
    () => (held === null || !isValid ? [] : live.filter(({ number }) => number > last)),
    [held, isValid, live, last],
  );
  // Requests of this page do not wait among the new ones.
  const shown = useMemo(
    () => (held !== null && isValid ? [...held, ...later.filter(isOwn)] : live),
    [held, isValid, later, live],
  );
  const newer = useMemo(() => later.filter((entry) => !isOwn(entry)), [later]);
  const catchUp = (): void => {
    document.querySelector(".virtual")?.scrollTo(0, 0);
    setHeld(copyOf(entries()));
  };
  return { shown, newer, catchUp };
}

function isOwn({ request }: Entry): boolean {
  return request !== null && sentHere.value.has(request.id);
}

/** A copy of a list and of the effects of each request, because both grow in place. */
function copyOf(list: readonly Entry[]): readonly Entry[] {
  return list.map((entry) => ({ ...entry, caused: [...entry.caused] }));
}

/** The state of a search: while it runs, the rows are those that the page has by itself. */
function Searched({ key, isSearching, found, total, loadMore }: Omit<JournalSearch, "problem">) {
  if (isSearching) {
    return (
      <p class="row tools quiet" role="status">
        Searching the journal…
      </p>
    );
  }
  if (key === "" || loadMore === null) return null;
  return (
    <p class="row tools">
      <span class="quiet">
        The newest {found.size.toLocaleString("en")} of {total.toLocaleString("en")} requests found
      </span>
      <Button run={loadMore}>Load more</Button>
    </p>
  );
}

function Refusals({ groups }: { readonly groups: ReturnType<typeof refusalsIn> }) {
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

/** Without requests, Leads can be there all the same: from the fixture, or from before a restart. */
function NoRequest() {
  const leads = useResource(() => workspace().leads.list({ limit: 1 }));
  const total = leads.value?.meta.total ?? 0;
  return (
    <>
      <FirstRequest />
      {total > 0 && (
        <p class="empty quiet">
          No request since the sandbox started or the journal was cleared.{" "}
          <a href={linkTo("leads")}>{counted(total, "Lead")}</a> of this workspace remain.
        </p>
      )}
    </>
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
