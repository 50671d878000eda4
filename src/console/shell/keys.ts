/** The keyboard: global shortcuts, and the keys of the current list. */
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

import type { ViewId } from "./route.ts";
import { go, linkTo, place, views } from "./route.ts";

/** The key bindings of a list. */
export interface ListKeys {
  /** `j` and `k`: move to the next or previous row. */
  readonly move: (by: 1 | -1) => void;
  readonly edit?: () => void;
}

export const shortcuts = [
  { keys: "/", does: "Search" },
  { keys: "j k", does: "Next, previous row" },
  { keys: "enter", does: "Open the row" },
  { keys: "e", does: "Edit the request and send it" },
  { keys: "n", does: "New request" },
  { keys: "esc", does: "Close the panel" },
  { keys: "Ctrl K", does: "Command palette" },
  { keys: "?", does: "This list" },
] as const;

export const isPaletteOpen = signal(false);
export const isHelpOpen = signal(false);

const storageKey = "lead-sandbox-keys";

/** Whether keys without Ctrl do something; speech input may press them by mistake (WCAG 2.1.4). */
export const hasKeys = signal(localStorage.getItem(storageKey) !== "off");

export function switchKeys(isOn: boolean): void {
  hasKeys.value = isOn;
  localStorage.setItem(storageKey, isOn ? "on" : "off");
}

const list: { current: ListKeys | null } = { current: null };
/** The closers that `esc` calls, newest last. */
const closings: (() => void)[] = [];

/** Binds the keys of a list before the next key press. */
export function useListKeys(keys: ListKeys): void {
  useLayoutEffect(() => {
    list.current = keys;
    return () => {
      if (list.current === keys) list.current = null;
    };
  });
}

/** Like `useListKeys`, for a view whose rows have URLs: `j` and `k` open the next and previous one. */
export function useRowKeys(view: ViewId, rows: readonly { readonly id: string }[]): void {
  useListKeys({
    move(by) {
      const { id, query } = place.value;
      const at = rows.findIndex((row) => row.id === id);
      const next = rows[at === -1 ? 0 : at + by];
      if (next !== undefined) go(linkTo(view, next.id, query), { replace: id !== null });
    },
  });
}

/** Makes `esc` call `close`. */
export function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    closings.push(close);
    return () => void closings.splice(closings.indexOf(close), 1);
  });
}

/** The time within which the letter of a view must follow `g`. */
const sequenceMs = 1_500;

/** Listens to the keyboard until the page closes. */
export function followKeys(): void {
  let gAt = -Infinity;
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      isPaletteOpen.value = !isPaletteOpen.value;
      return;
    }
    if (event.key === "Escape" && leaveSearch(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (!hasKeys.value && event.key !== "Escape") return;
    const isAfterG = event.timeStamp - gAt < sequenceMs;
    const view = isAfterG ? views.find(({ key }) => key === event.key) : undefined;
    gAt = event.key === "g" ? event.timeStamp : -Infinity;
    if (view !== undefined) go(linkTo(view.id));
    else if (press(event)) event.preventDefault();
  });
}

/** Moves the focus to the panel or the view when its element is gone, as browsers would move it to the page's start. */
export function keepFocus(page: Element): void {
  let last: Element | null = null;
  addEventListener("focusin", ({ target }) => (last = target instanceof Element ? target : null));
  new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const target = document.querySelector<HTMLElement>(".panel") ?? document.querySelector("main");
    target?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [role=menu], [contenteditable]") !== null;
}

/** Leaves the search field but keeps its text, which browsers would clear. Returns whether it had the focus. */
function leaveSearch(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.dataset["search"] === undefined) return false;
  event.preventDefault();
  target.blur();
  return true;
}

/** Handles a key; returns whether it did anything. */
function press(event: KeyboardEvent): boolean {
  switch (event.key) {
    case "/": {
      const search = document.querySelector<HTMLInputElement>("[data-search]");
      search?.focus();
      search?.select();
      return search !== null;
    }
    case "?":
      isHelpOpen.value = true;
      return true;
    case "Escape":
      closings.at(-1)?.();
      return closings.length > 0;
    case "n":
      go(linkTo("activity", "new"));
      return true;
    case "j":
    case "k":
      list.current?.move(event.key === "j" ? 1 : -1);
      return list.current !== null;
    case "e":
      list.current?.edit?.();
      return list.current?.edit !== undefined;
    default:
      return false;
  }
}
