import type { ComponentChildren } from "preact";

import { moveFocus } from "../shell/keys.ts";
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
