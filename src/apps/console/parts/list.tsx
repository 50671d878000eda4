/** Lists of rows, each with filters, pages and the panel of its open row; the address has all of it. */
import type { ComponentChildren } from "preact";

import { place, setQuery } from "../shell/route.ts";
import { Button, Check, Select, Text } from "./controls.tsx";
import type { Resource } from "./resource.tsx";
import { Empty, Loaded } from "./resource.tsx";

interface SplitProps {
  readonly name: string;
  readonly tools: ComponentChildren;
  /** The details of the open row, next to the list or in its place; null without one. */
  readonly panel: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Split({ name, tools, panel, children }: SplitProps) {
  return (
    <div class={`split ${panel === null ? "" : "split-open"}`}>
      <section class="split-list" aria-label={name}>
        <div class="row tools">
          <h1>{name}</h1>
          {tools}
        </div>
        {children}
      </section>
      {panel}
    </div>
  );
}

/** The search field of a view; the key `/` focuses it. */
export function Search(field: Readonly<{ label: string; placeholder: string; list?: string }>) {
  return (
    <Text
      type="search"
      class="grow"
      data-search
      value={place.value.query["q"] ?? ""}
      onValue={(q) => setQuery({ q })}
      {...field}
    />
  );
}

type FilterProps = Pick<Parameters<typeof Select>[0], "label" | "options"> & {
  readonly name: string;
};

/** A choice that the query has under a name; the first option by default. */
export function Filter({ name, options, ...more }: FilterProps) {
  const [first = ""] = options.flat();
  return (
    <Select
      {...more}
      value={place.value.query[name] ?? first}
      options={options}
      onValue={(to) => setQuery({ [name]: to })}
    />
  );
}

/** A checkbox that the query has under a name. */
export function Switch({ name, children }: Readonly<{ name: string; children: string }>) {
  const isOn = (place.value.query[name] ?? "") !== "";
  return (
    <Check isOn={isOn} onPick={(to) => setQuery({ [name]: to ? "yes" : "" })}>
      {children}
    </Check>
  );
}

type Meta = Readonly<Record<"total" | "count" | "offset" | "limit", number>>;

interface PagedProps<Row> {
  readonly resource: Resource<{ readonly data: readonly Row[]; readonly meta: Meta }>;
  /** What a row is, such as `Lead`. */
  readonly name: string;
  readonly filters: readonly string[];
  /** What to do while there is no row. */
  readonly empty: ComponentChildren;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

export function Paged<Row>({ resource, name, filters, empty, children }: PagedProps<Row>) {
  const isFiltered = filters.some((filter) => (place.value.query[filter] ?? "") !== "");
  const showAll = () => setQuery(Object.fromEntries(filters.map((filter) => [filter, ""])));
  return (
    <div class="scroll">
      <Loaded resource={resource}>
        {({ data, meta }) => (
          <>
            {data.length > 0 ? (
              children(data)
            ) : isFiltered || meta.total > 0 ? (
              <Empty title={`No ${name} matches`}>
                <Button run={showAll}>Show all</Button>
              </Empty>
            ) : (
              <Empty title={`No ${name} yet`}>{empty}</Empty>
            )}
            <Pager meta={meta} />
          </>
        )}
      </Loaded>
    </div>
  );
}

export function Pager({ meta: { total, count, offset, limit } }: { readonly meta: Meta }) {
  if (total <= count) return null;
  return (
    <nav class="buttons pager" aria-label="Pages">
      <Button disabled={offset === 0} run={() => goToOffset(Math.max(offset - limit, 0))}>
        Previous
      </Button>
      <span class="quiet">
        {count === 0 ? "none" : `${offset + 1} to ${offset + count}`} of{" "}
        {total.toLocaleString("en")}
      </span>
      <Button disabled={offset + count >= total} run={() => goToOffset(offset + limit)}>
        Next
      </Button>
    </nav>
  );
}

function goToOffset(offset: number): void {
  setQuery({ offset: String(offset) });
}
