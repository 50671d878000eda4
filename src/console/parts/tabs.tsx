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
      <div class="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ id, name }) => (
          <a
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={id === open}
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
