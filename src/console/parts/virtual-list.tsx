/** A virtual list: the document only contains the visible rows. Every row is `rowPx` high. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualListProps<Row> {
  readonly rows: readonly Row[];
  readonly rowPx: number;
  readonly label: string;
  /** The index of the row to keep in view, or -1. */
  readonly current: number;
  readonly keyOf: (row: Row) => string;
  readonly draw: (row: Row, index: number) => ComponentChildren;
  /** Called when the pointer or the focus enters or leaves the rows. */
  readonly onTouched: (isTouched: boolean) => void;
  /** Called when the last row is in view. */
  readonly onEnd: () => void;
}

/** Rows drawn above and below the visible ones. */
const spareRows = 8;

export function VirtualList<Row>(list: VirtualListProps<Row>) {
  const { rows, rowPx, label, keyOf, draw } = list;
  const box = useRef<HTMLDivElement>(null);
  const { focusedKey, ...touches } = useTouched(list.onTouched);
  useScrollPosition(box, list);
  const { first, last } = useVisible(box, list);
  const shown = rows.slice(first, last).map((row, at) => ({ row, index: first + at }));
  // A row with the focus stays in the document, or the page would lose the focus. It stays in its order, too: the
  // browser may scroll to an element with the focus that is moved.
  const focused = focusedKey === null ? -1 : rows.findIndex((row) => keyOf(row) === focusedKey);
  const focusedRow = rows[focused];
  if (focusedRow !== undefined) {
    const kept = { row: focusedRow, index: focused };
    if (focused < first) shown.unshift(kept);
    else if (focused >= last) shown.push(kept);
  }
  return (
    <div class="virtual" ref={box} role="list" aria-label={label} tabIndex={0} {...touches}>
      <div class="virtual-space" style={{ height: `${rows.length * rowPx}px` }}>
        {shown.map(({ row, index }) => (
          <div
            key={keyOf(row)}
            class="virtual-row"
            role="listitem"
            data-key={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ top: `${index * rowPx}px`, height: `${rowPx}px` }}
          >
            {draw(row, index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Reports when the pointer or the focus enters or leaves the rows. */
function useTouched(onTouched: (isTouched: boolean) => void) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => onTouched(isHovered || focusedKey !== null), [isHovered, focusedKey]);
  useEffect(() => () => onTouched(false), []);
  return {
    focusedKey,
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocusIn: ({ target }: FocusEvent) => setFocusedKey(keyAt(target)),
    onFocusOut: () => setFocusedKey(null),
  };
}

/** The range of rows to draw: the visible ones and some above and below. */
function useVisible<Row>(
  box: { readonly current: HTMLDivElement | null },
  { rows, rowPx, onEnd }: VirtualListProps<Row>,
) {
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  const isAtEnd = view.top + view.height >= rows.length * rowPx;
  useEffect(() => void (isAtEnd && onEnd()), [isAtEnd, rows.length]);
  return {
    first: Math.max(Math.floor(view.top / rowPx) - spareRows, 0),
    last: Math.min(Math.ceil((view.top + view.height) / rowPx) + spareRows, rows.length),
  };
}

/** The key of the row that contains an element; null for the list itself. */
function keyAt(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
  return row?.dataset["key"] ?? null;
}

/** Keeps the scroll position on the same row when rows are inserted above it, and shows the current row once it changes. */
function useScrollPosition<Row>(
  box: { readonly current: HTMLDivElement | null },
  { rows, rowPx, current, keyOf }: VirtualListProps<Row>,
): void {
  const anchor = useRef<{ key: string; offset: number; top: number } | null>(null);
  const currentRow = rows[current];
  const currentKey = currentRow === undefined ? null : keyOf(currentRow);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = anchor.current;
    // At another position, the user has scrolled meanwhile.
    if (before !== null && element.scrollTop > 0 && element.scrollTop === before.top) {
      const at = rows.findIndex((row) => keyOf(row) === before.key);
      if (at >= 0) element.scrollTop = at * rowPx + before.offset;
    }
  }, [rows, rowPx]);
  useLayoutEffect(() => {
    if (box.current !== null && current >= 0) reveal(box.current, current * rowPx, rowPx);
  }, [currentKey, rowPx]);
  // Last, so that the next rows keep the position that the current row got.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const remember = (): void => {
      const at = Math.floor(element.scrollTop / rowPx);
      const row = rows[at];
      const top = element.scrollTop;
      anchor.current =
        row === undefined ? null : { key: keyOf(row), offset: top - at * rowPx, top };
    };
    remember();
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [rows, rowPx, currentKey]);
}

function reveal(element: HTMLElement, top: number, height: number): void {
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + height - element.clientHeight;
  }
}
