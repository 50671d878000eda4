import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { useEscape } from "../shell/keys.ts";

interface PanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * The details of a row, next to the list or in its place. Opening moves the focus in, closing returns it to the
 * row.
 */
export function Panel({ label, onClose, children }: PanelProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  const close = (): void => {
    const row = document.querySelector(".split-list [aria-current=true]");
    onClose();
    // On narrow screens, the list is not rendered yet. Meanwhile the user may have gone elsewhere.
    setTimeout(() => document.activeElement === document.body && focusRow(row), 50);
  };
  useEscape(close);
  return (
    <section class="panel" aria-label={label} tabIndex={-1} ref={element}>
      <button type="button" class="plain close" aria-label="Close" onClick={close}>
        ×
      </button>
      {children}
    </section>
  );
}

function focusRow(row: Element | null): void {
  const link = row?.matches("a") === true ? row : row?.querySelector("a");
  const target = link ?? document.querySelector("#main");
  if (target instanceof HTMLElement) target.focus();
}

/** Names and values as a list. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="headers">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
