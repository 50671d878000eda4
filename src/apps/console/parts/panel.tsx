import type { ComponentChildren, RenderableProps } from "preact";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { useEscape } from "../shell/keys.ts";
import { fragmentOf, go, place } from "../shell/route.ts";
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
