import type { ComponentChildren } from "preact";

import { fragmentOf, place } from "../shell/route.ts";

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
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={moveByArrow}>
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

/** Opens the next or previous tab, as a reader of the role expects. */
function moveByArrow(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined || !(event.currentTarget instanceof Element)) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.findIndex((tab) => tab === event.target);
  const to = tabs.at((at + by) % tabs.length);
  to?.focus();
  to?.click();
  event.preventDefault();
}
