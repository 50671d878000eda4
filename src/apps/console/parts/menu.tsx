import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import { moveFocus } from "../shell/keys.ts";

interface MenuProps {
  /** What the menu does, for screen readers. */
  readonly label: string;
  /** The text of the button; the label by default. */
  readonly shown?: string;
  readonly items: readonly (readonly [id: string, name: string])[];
  readonly onPick: (id: string) => void;
  readonly onOpen?: () => void;
}

/** A button with a menu of actions. Unlike a select, it does nothing until the user picks an item. */
export function Menu({ label, shown = label, items, onPick, onOpen }: MenuProps) {
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // At once, so that a fast typist's next key reaches the menu.
  useLayoutEffect(() => void (isOpen && menu.current?.querySelector("button")?.focus()), [isOpen]);
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-haspopup="menu"
        aria-label={shown === label ? undefined : `${label}: ${shown}`}
        popovertarget={menuId}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        <span class="menu-name clip">{shown}</span> <span aria-hidden="true">▾</span>
      </button>
      <div
        id={menuId}
        class="menu-items"
        role="menu"
        aria-label={label}
        popover="auto"
        ref={menu}
        onKeyDown={(event) => {
          if (event.key === "Tab") event.currentTarget.hidePopover();
          moveFocus(event, "ArrowDown", "ArrowUp");
        }}
        onBeforeToggle={({ newState }) => {
          if (newState !== "open") return;
          if (menu.current !== null) placeAt(button.current, menu.current);
          onOpen?.();
          setOpen(true);
        }}
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        {isOpen && <Items menuId={menuId} items={items} onPick={onPick} />}
      </div>
    </>
  );
}

function Items({ menuId, items, onPick }: Omit<MenuProps, "label"> & { readonly menuId: string }) {
  return items.map(([id, name], at) => (
    <button
      key={id}
      type="button"
      role="menuitem"
      tabIndex={-1}
      // The browser focuses it when a click opens the menu: its items exist by then.
      autofocus={at === 0}
      popovertarget={menuId}
      popovertargetaction="hide"
      onClick={() => onPick(id)}
    >
      {name}
    </button>
  ));
}

/** Opens the menu at the corner of its button with the most room, in browsers without CSS anchors, too. */
function placeAt(button: Element | null, menu: HTMLElement): void {
  const { top, right, bottom, left } = button?.getBoundingClientRect() ?? new DOMRect();
  const isBelow = top < innerHeight / 2;
  const isToRight = left < innerWidth / 2;
  menu.style.inset = [
    isBelow ? `${bottom}px` : "auto",
    isToRight ? "auto" : `${innerWidth - right}px`,
    isBelow ? "auto" : `${innerHeight - top}px`,
    isToRight ? `${left}px` : "auto",
  ].join(" ");
}
