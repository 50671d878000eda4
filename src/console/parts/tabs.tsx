import type { ComponentChildren } from "preact";

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly name: string }[];
  readonly open: Id;
  readonly linkTo: (id: Id) => string;
  /** The content of the open tab. */
  readonly children: ComponentChildren;
}

/** Tabs with one of them open; each has its own URL. */
export function Tabs<Id extends string>({ label, tabs, open, linkTo, children }: TabsProps<Id>) {
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={moveByArrow}>
        {tabs.map(({ id, name }) => (
          <a
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={id === open}
            tabIndex={id === open ? 0 : -1}
            aria-controls="tab-content"
            href={linkTo(id)}
          >
            {name}
          </a>
        ))}
      </div>
      <div id="tab-content" role="tabpanel" aria-labelledby={`tab-${open}`} tabIndex={0}>
        {children}
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
