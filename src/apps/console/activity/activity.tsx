import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import { indexIn, lengthOf, usePerBlock } from "../parts/blocks.ts";
import { Button, Options } from "../parts/controls.tsx";
import { Search, Split } from "../parts/list.tsx";
import { Empty, Loading, Problem, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { checkJournal, entries, entriesVersion, standing } from "../shell/live.ts";
import { go, linkTo, place, setQuery } from "../shell/route.ts";
import type { Block, Entry } from "./entries.ts";
import { filterNames, matcher, problemsOf } from "./filter.ts";
import { FirstLead } from "./first-request.tsx";
import type { Journal } from "./journal-search.ts";
import { olderOf, useJournal } from "./journal-search.ts";
import { ActivityLine } from "./line.tsx";
import type { Line, Refusals } from "./lines.ts";
import { linesOf, newRefusals } from "./lines.ts";
import { RequestPanel } from "./panel.tsx";
import { sentHere } from "./send.tsx";

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
  const { lines, count, current, newCount } = list;
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
      <Frequent groups={list.refusals} />
      <Searched {...list.journal} />
      {count > 0 && (
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
      {count === 0 &&
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
  const { all, seeEnd, ...loaded } = useLoaded(filter, shown, isLoaded);
  const { found } = loaded.journal;
  const passes = useMemo(() => matcher(filter, found), [filter, found]);
  const matching = usePerBlock((block: Block) => block.filter(passes), [passes]);
  const isOpen = ({ number, request }: Entry): boolean =>
    request === null ? unfolded.has(number) : request.id === id;
  const linesIn = usePerBlock(
    (block: Block) => linesOf(matching(block), isOpen),
    [matching, unfolded, id],
  );
  const openIn = usePerBlock(
    (some: readonly Line[]) => some.findIndex((line) => requestOf(line)?.id === id),
    [id],
  );
  const lines = all.toReversed().map(linesIn);
  const count = lengthOf(lines);
  const current = id === null ? -1 : indexIn(lines, openIn);
  const { query } = place.value;
  const edit = () => id !== null && go(linkTo("activity", id, { ...query, do: "edit" }));
  useRowKeys(() => lines.flat().flatMap((line) => requestOf(line) ?? []), edit);
  const fold = (entry: number): void =>
    setUnfolded(new Set(unfolded.has(entry) ? [] : [...unfolded, entry]));
  useEffect(() => void (isLoaded && checkJournal()), [isLoaded]);
  useEffect(() => void (count === 0 && seeEnd()), [count, isLoaded, all]);
  const newCount = lengthOf(newer.map(matching));
  return { ...loaded, lines, count, current, newCount, catchUp, fold, seeEnd };
}

function requestOf(line: Line) {
  return line.kind === "request" ? line.request : null;
}

/** The entries `shown` with those that the journal has besides, and how to load more of them. */
function useLoaded(filter: string, shown: readonly Block[], isLoaded: boolean) {
  const journal = useJournal(filter);
  const { found, total, isSearching, loadMore } = journal;
  const [oldest] = shown;
  const before = useMemo(() => olderOf(found, oldest), [found, oldest]);
  const all = [before, ...shown];
  const refusalsIn = useMemo(newRefusals, []);
  // Their numbers are those of all rows that the links open, so none may be missing.
  const isComplete = found.size >= total || entries.isComplete();
  const refusals = filter === "" && isComplete ? refusalsIn(all) : [];
  const seeEnd = (): void => {
    if (isLoaded && !isSearching && (oldest !== undefined || filter !== "")) loadMore?.();
  };
  const problems = [...problemsOf(filter), journal.problem].filter((text) => text !== null);
  return { all, journal, refusals, problems, seeEnd, isLoading: isSearching || !isLoaded };
}

/** The entries to show: a held list gets no more, so that no row moves; `catchUp` shows the `newer` ones. */
function useHeld(isHeld: boolean) {
  void entriesVersion.value;
  const live = entries.blocks();
  const [held, setHeld] = useState<readonly Block[] | null>(null);
  // The entries of the last drawing: later ones would move the rows.
  useLayoutEffect(() => setHeld(isHeld ? live : null), [isHeld]);
  const last = held?.at(-1)?.at(-1)?.number ?? 0;
  const [oldest, oldestHeld] = [live[0]?.[0], held?.[0]?.[0]];
  // A reset ends the hold, and so does a notice of removed rows: they are gone.
  const isValid = (oldest?.number ?? last) <= last && oldest?.notice === oldestHeld?.notice;
  // Requests of this page do not wait among the new ones.
  const own = sentHere.value;
  const isLater = ({ number }: Entry): boolean => number > last;
  const isOwn = ({ request }: Entry): boolean => request !== null && own.has(request.id);
  const laterIn = usePerBlock((block: Block) => block.filter(isLater), [last]);
  const ownIn = usePerBlock((block: Block) => block.filter(isOwn), [own]);
  const newerIn = usePerBlock((block: Block) => block.filter((one) => !isOwn(one)), [own]);
  const isHolding = held !== null && isValid;
  const later = isHolding ? live.filter((block) => block.slice(-1).some(isLater)).map(laterIn) : [];
  const shown = isHolding ? [...held, ...later.map(ownIn)] : live;
  const catchUp = (): void => {
    document.querySelector(".virtual")?.scrollTo(0, 0);
    setHeld(entries.blocks());
  };
  return { shown, newer: later.map(newerIn), catchUp };
}

/** The state of a search: while it runs, the rows are those that the page has by itself. */
function Searched({ isSearch, isSearching, found, total, loadMore }: Journal) {
  if (!isSearch || (!isSearching && loadMore === null)) return null;
  return (
    <p class="row tools quiet" role="status">
      {isSearching
        ? "Searching the journal…"
        : `The newest ${found.size.toLocaleString("en")} of ${total.toLocaleString("en")} requests found`}
      {!isSearching && loadMore !== null && <Button run={loadMore}>Load more</Button>}
    </p>
  );
}

function Frequent({ groups }: { readonly groups: readonly Refusals[] }) {
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
      <Empty title="No request yet">
        <p>Send the first Lead, or point your client at this address.</p>
        <FirstLead />
      </Empty>
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
