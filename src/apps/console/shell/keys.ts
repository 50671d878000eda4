/** The keyboard: global shortcuts, and the keys of the current list. */
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

import { go, linkTo, place, views } from "./route.ts";

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
export const hasKeys = signal(true);

export function switchKeys(isOn: boolean): void {
  hasKeys.value = isOn;
  localStorage.setItem(storageKey, isOn ? "on" : "off");
}

type Keys = Readonly<Record<string, () => void>>;

type Row = Readonly<{ id: string }>;

/** The closers that `esc` calls, newest last. */
const closings: (() => void)[] = [];
let listKeys: Keys = {};

/** Makes `j` and `k` open the next and the previous row of the view, and `e` call `edit`, from the next key press on. */
export function useRowKeys(rows: () => readonly Row[], edit?: () => void): void {
  const { view, id, query } = place.value;
  useLayoutEffect(() => {
    const move = (by: number): void => {
      const all = rows();
      const row = all[all.findIndex((one) => one.id === id) + by];
      if (row !== undefined) go(linkTo(view, row.id, query), { replace: id !== null });
    };
    const keys = { j: () => move(1), k: () => move(-1) };
    const all: Keys = edit === undefined ? keys : { ...keys, e: edit };
    listKeys = all;
    return () => {
      if (listKeys === all) listKeys = {};
    };
  });
}

export function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    closings.push(close);
    return () => void closings.splice(closings.indexOf(close), 1);
  });
}

/** The time within which the letter of a view must follow `g`. */
const sequenceMs = 1_500;

export function followKeys(): void {
  hasKeys.value = localStorage.getItem(storageKey) !== "off";
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
    const keys: Keys = { ...globalKeys, ...listKeys };
    const action = view === undefined ? keys[event.key] : () => go(linkTo(view.id));
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Moves the focus among the parts of a menu or of tabs by their arrow keys. Returns the part that has it now. */
export function moveFocus(event: KeyboardEvent, next: string, previous: string) {
  if (!(event.currentTarget instanceof Element)) return undefined;
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>("[role]")];
  const at = parts.findIndex((one) => one === document.activeElement);
  const to = { [next]: at + 1, [previous]: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  const part = parts.at(to % parts.length);
  part?.focus();
  return part;
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

const globalKeys: Keys = {
  "/": () => {
    const search = document.querySelector<HTMLInputElement>("[data-search]");
    search?.focus();
    search?.select();
  },
  "?": () => (isHelpOpen.value = true),
  Escape: () => closings.at(-1)?.(),
  n: () => go(linkTo("activity", "new")),
};
