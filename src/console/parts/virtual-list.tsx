/** A virtual list: the document only contains the visible rows. Every row is `rowPx` high. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualListProps<Row> {
  readonly rows: readonly Row[];
  readonly rowPx: number;
  readonly label: string;
  /** The index of the row to keep in view, or -1. */
  readonly current: number;
  readonly keyOf: (row: Row) => string;
  readonly draw: (row: Row, index: number) => ComponentChildren;
}

/** Rows drawn above and below the visible ones. */
const spareRows = 8;

export function VirtualList<Row>({
  rows,
  rowPx,
  label,
  current,
  keyOf,
  draw,
}: VirtualListProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useAnchor(box, rows, keyOf, rowPx);
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
  useLayoutEffect(() => {
    if (box.current !== null && current >= 0) reveal(box.current, current * rowPx, rowPx);
  }, [current, rowPx]);
  const first = Math.max(Math.floor(view.top / rowPx) - spareRows, 0);
  const last = Math.min(Math.ceil((view.top + view.height) / rowPx) + spareRows, rows.length);
  const shown = rows.slice(first, last);
  return (
    <div class="virtual" ref={box} role="list" aria-label={label} tabIndex={0}>
      <div class="virtual-space" style={{ height: `${rows.length * rowPx}px` }}>
        {shown.map((row, at) => (
          <div
            key={keyOf(row)}
            class="virtual-row"
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={first + at + 1}
            style={{ top: `${(first + at) * rowPx}px`, height: `${rowPx}px` }}
          >
            {draw(row, first + at)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Keeps the scroll position on the same row when rows are inserted above it. */
function useAnchor<Row>(
  box: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  rowPx: number,
): void {
  const anchor = useRef<{ key: string; offset: number } | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const before = anchor.current;
    if (before !== null && element.scrollTop > 0) {
      const at = rows.findIndex((row) => keyOf(row) === before.key);
      if (at >= 0) element.scrollTop = at * rowPx + before.offset;
    }
  }, [rows, rowPx]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const remember = (): void => {
      const at = Math.floor(element.scrollTop / rowPx);
      const row = rows[at];
      anchor.current =
        row === undefined ? null : { key: keyOf(row), offset: element.scrollTop - at * rowPx };
    };
    remember();
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [rows, rowPx]);
}

function reveal(element: HTMLElement, top: number, height: number): void {
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + height - element.clientHeight;
  }
}
