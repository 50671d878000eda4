import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly id: string;
  readonly name: string;
}

interface MenuProps {
  /** What the menu does, for screen readers. */
  readonly label: string;
  /** The text of the button; the label by default. */
  readonly shown?: string;
  readonly items: readonly MenuItem[];
  readonly onPick: (id: string) => void;
  readonly onOpen?: () => void;
}

/** A button with a menu of actions. Unlike a select, it does nothing until the user picks an item. */
export function Menu({ label, shown = label, items, onPick, onOpen }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  return (
    <span
      class="menu"
      ref={box}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true)) {
          setOpen(false);
        }
      }}
    >
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={shown === label ? undefined : `${label}: ${shown}`}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          onOpen?.();
          setOpen(true);
        }}
      >
        <span class="menu-name">{shown}</span> <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <Items
          label={label}
          items={items}
          onClose={close}
          onPick={(id) => {
            close();
            onPick(id);
          }}
        />
      )}
    </span>
  );
}

interface ItemsProps extends Pick<MenuProps, "label" | "items" | "onPick"> {
  readonly onClose: () => void;
}

function Items({ label, items, onPick, onClose }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const all = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
  ];
  useLayoutEffect(() => {
    // Stays inside the window near its right edge.
    const { right = 0 } = list.current?.getBoundingClientRect() ?? {};
    list.current?.classList.toggle("menu-left", right > document.documentElement.clientWidth - 4);
  });
  // At once: a fast typist presses the next key right away.
  useLayoutEffect(() => all()[0]?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    const buttons = all();
    const at = buttons.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") onClose();
    else if (to === undefined) return;
    else buttons.at(to % buttons.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu-items" role="menu" aria-label={label} ref={list} onKeyDown={press}>
      {items.map(({ id, name }) => (
        <button key={id} type="button" role="menuitem" tabIndex={-1} onClick={() => onPick(id)}>
          {name}
        </button>
      ))}
    </div>
  );
}
