import type { ComponentChildren, RenderableProps } from "preact";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { WorkspaceClient } from "../../../library/client/index.ts";
import { moveFocus, useEscape } from "../shell/keys.ts";
import { fragmentOf, go, linkTo, place } from "../shell/route.ts";
import { Button } from "./controls.tsx";

/** The details of a row. Opening moves the focus in, closing returns it to the row. */
export function Panel({ label, children }: RenderableProps<{ readonly label: string }>) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  useEscape(close);
  return (
    <section class="panel" aria-label={label} tabIndex={-1} ref={element}>
      <Button class="plain close" aria-label="Close" run={close}>
        ×
      </Button>
      {children}
    </section>
  );
}

function close(): void {
  const row = document.querySelector(".split-list [aria-current=true]");
  go(fragmentOf({ ...place.value, id: null, query: { ...place.value.query, do: "" } }));
  // On narrow screens, the list is not rendered yet. Meanwhile the user may have gone elsewhere.
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === "main") focusRow(row);
  }, 50);
}

function focusRow(row: Element | null): void {
  const link = row?.matches("a") === true ? row : row?.querySelector("a");
  const target = link ?? document.querySelector("#main");
  if (target instanceof HTMLElement) target.focus();
}

type FactRows = readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];

export function Facts({ rows }: { readonly rows: FactRows }) {
  return (
    <dl class="headers">
      {rows.map(([name, value], at) => (
        <Fragment key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

type Draw = () => ComponentChildren;

interface TabsProps {
  readonly label: string;
  /** The name of the open tab in the query. */
  readonly name: string;
  /** The tabs by id; the first is open by default. */
  readonly tabs: Readonly<Record<string, readonly [name: string, draw: Draw]>>;
}

/** Tabs with one of them open; each has its own URL. */
export function Tabs({ label, name, tabs }: TabsProps) {
  const { query } = place.value;
  const all = Object.entries(tabs);
  const [open, [, draw]] = all.find(([id]) => id === query[name]) ??
    all[0] ?? ["", ["", () => null]];
  return (
    <>
      <div
        class="row tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, "ArrowRight", "ArrowLeft")?.click()}
      >
        {all.map(([id, [shown]]) => (
          <a
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={id === open}
            tabIndex={id === open ? 0 : -1}
            aria-controls="tab-content"
            href={fragmentOf({ ...place.value, query: { ...query, [name]: id } })}
          >
            {shown}
          </a>
        ))}
      </div>
      <div id="tab-content" role="tabpanel" aria-labelledby={`tab-${open}`} tabIndex={0}>
        {draw()}
      </div>
    </>
  );
}

type Caused = NonNullable<Awaited<ReturnType<WorkspaceClient["emails"]["get"]>>["cause"]>;

/** Why something happened, with a link to its request; the sandbox of an older version did not keep that. */
export function Cause({ cause }: { readonly cause: Caused | undefined }) {
  if (cause === undefined) return <span class="quiet">not known: it was not recorded</span>;
  if (cause.kind === "clock") return <>the clock</>;
  if (cause.kind === "control") return <>the control call {cause.operation}</>;
  return (
    <a class="mono" href={linkTo("activity", cause.requestId)}>
      {cause.method} {cause.path}
    </a>
  );
}
