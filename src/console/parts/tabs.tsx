import type { ComponentChildren } from "preact";

interface TabsProps<Id extends string> {
  readonly label: string;
  /** The names of the tabs by id. */
  readonly tabs: Readonly<Record<Id, string>>;
  readonly open: Id;
  readonly linkTo: (id: string) => string;
  /** The content of the open tab. */
  readonly children: ComponentChildren;
}

/** Tabs with one of them open; each has its own URL. */
export function Tabs<Id extends string>({ label, tabs, open, linkTo, children }: TabsProps<Id>) {
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={moveByArrow}>
        {Object.entries<string>(tabs).map(([id, name]) => (
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

/** The wanted one of the tabs, or else the first. */
export function openTab<Id extends string>(
  tabs: Readonly<Record<Id, string>>,
  wanted = "",
  first: NoInfer<Id>,
): Id {
  return isOf(tabs, wanted) ? wanted : first;
}

function isOf<Id extends string>(tabs: Readonly<Record<Id, string>>, id: string): id is Id {
  return Object.hasOwn(tabs, id);
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
