import { useLayoutEffect, useMemo, useState } from "preact/hooks";

import { Copy } from "../parts/copy.tsx";
import { Empty, Problem } from "../parts/states.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { useListKeys } from "../shell/keys.ts";
import { entries, entriesVersion, standing } from "../shell/live.ts";
import { go, linkTo, place, setQuery } from "../shell/route.ts";
import type { Entry } from "./entries.ts";
import { filterNames, matcher, problemsOf } from "./filter.ts";
import { FirstRequest } from "./first-request.tsx";
import { olderOf, useFound } from "./found.ts";
import { ActivityLine } from "./line.tsx";
import type { Line } from "./lines.ts";
import { linesOf } from "./lines.ts";
import { RequestPanel } from "./panel.tsx";

/** A finger needs higher rows. */
const rowPx = matchMedia("(pointer: coarse)").matches ? 44 : 30;

/** The live activity of the workspace: each request, its effects, and the reason for its answer. */
export function Activity() {
  const { id, query } = place.value;
  const filter = query["q"] ?? "";
  const [isPaused, setPaused] = useState(false);
  const [isTouched, setTouched] = useState(false);
  // Until past events have loaded, there is nothing to hold.
  const isLoaded = standing.value.state !== "connecting";
  const { shown, newer, catchUp } = useHeld(isLoaded && (isPaused || isTouched || id !== null));
  const { found, problem } = useFound(filter);
  const lines = useMemo(
    () => linesOf([...olderOf(found, shown), ...shown], matcher(filter, found)),
    [shown, filter, found],
  );
  const problems = [...problemsOf(filter), ...(problem === null ? [] : [problem])];
  const newCount = useMemo(
    () => newer.filter(matcher(filter, found)).length,
    [newer, filter, found],
  );
  const current = lines.findIndex((line) => line.kind === "request" && line.request.id === id);
  useListKeys({
    move: (by) => openNext(lines, current, by),
    ...(id === null ? {} : { edit: () => go(linkTo("activity", id, { ...query, do: "edit" })) }),
  });
  return (
    <div class={`split ${id === null ? "" : "split-open"}`}>
      <section class="split-list" aria-label="Activity">
        <div class="tools">
          <h1>Activity</h1>
          <FilterBox filter={filter} />
          <Pause isPaused={isPaused} onPause={setPaused} newCount={newCount} onCatchUp={catchUp} />
        </div>
        {problems.map((text) => (
          <Problem key={text} text={text} />
        ))}
        {lines.length > 0 && (
          <VirtualList
            onTouched={setTouched}
            rows={lines}
            rowPx={rowPx}
            label="Requests and what they caused, newest first"
            current={current}
            keyOf={({ key }) => key}
            draw={(line) => <ActivityLine line={line} openId={id} query={query} />}
          />
        )}
        {lines.length === 0 && (entries().length === 0 ? <FirstRequest /> : <NothingFound />)}
      </section>
      {id !== null && <RequestPanel id={id} />}
    </div>
  );
}

/**
 * The entries to show. While the list is held, no entry is added, so that no row moves under the pointer; `catchUp`
 * shows the `newer` ones.
 */
function useHeld(isHeld: boolean) {
  const version = entriesVersion.value;
  const [held, setHeld] = useState<readonly Entry[] | null>(null);
  const live = useMemo(() => [...entries()], [version]);
  // The entries of the last drawing: later ones would move the rows.
  useLayoutEffect(() => setHeld(isHeld ? copyOf(live) : null), [isHeld]);
  const last = held?.at(-1)?.number ?? 0;
  // A reset ends the hold: requests of before are gone.
  const shown = held !== null && (live[0]?.number ?? last) <= last ? held : live;
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

/** Opens the next request above or below the open one. */
function openNext(lines: readonly Line[], current: number, by: 1 | -1): void {
  const { query } = place.value;
  for (let at = current + by; at >= 0 && at < lines.length; at += by) {
    const line = lines[at];
    if (line?.kind === "request") {
      go(linkTo("activity", line.request.id, query), { replace: current >= 0 });
      return;
    }
  }
}

interface PauseProps {
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
  readonly newCount: number;
  readonly onCatchUp: () => void;
}

function Pause({ isPaused, onPause, newCount, onCatchUp }: PauseProps) {
  return (
    <>
      <button type="button" aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? "Resume" : "Pause"}
      </button>
      <button type="button" class="newer" disabled={newCount === 0} onClick={onCatchUp}>
        {newCount.toLocaleString("en")} new
      </button>
    </>
  );
}

function FilterBox({ filter }: { readonly filter: string }) {
  return (
    <span class="filter">
      <input
        type="search"
        data-search
        aria-label="Filter"
        placeholder="Filter: status:4xx path:/leads is:assumed"
        list="filter-names"
        value={filter}
        onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
      />
      <datalist id="filter-names">
        {Object.entries(filterNames).map(([name, text]) => (
          <option key={name} value={`${name}:`}>
            {text}
          </option>
        ))}
      </datalist>
    </span>
  );
}

function NothingFound() {
  return (
    <Empty title="Nothing matches">
      <p>
        The filter takes words and terms with a colon: {Object.keys(filterNames).join(", ")}. A
        minus before a term excludes it.
      </p>
      <div class="buttons">
        <button type="button" onClick={() => setQuery({ q: "" })}>
          Clear the filter
        </button>
        <Copy name="Copy this address" text={() => location.href} />
      </div>
    </Empty>
  );
}
