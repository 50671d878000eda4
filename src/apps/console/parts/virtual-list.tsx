/** A virtual list: the document only contains the visible rows. Every row is `rowPx` high. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Blocks } from "./blocks.ts";
import { indexIn, itemsIn, lengthOf, usePerBlock } from "./blocks.ts";

type Keyed = Readonly<{ key: string }>;
type Box = Readonly<{ current: HTMLDivElement | null }>;

export interface VirtualListProps<Row extends Keyed> {
  readonly rows: Blocks<Row>;
  readonly rowPx: number;
  readonly label: string;
  /** The index of the row to keep in view, or -1. */
  readonly current: number;
  readonly draw: (row: Row, index: number) => ComponentChildren;
  /** Called when the rows must hold still: under the pointer or the focus, and while they are scrolled down. */
  readonly onTouched: (isTouched: boolean) => void;
  /** Called at each drawing while the last row is in view. */
  readonly onEnd: () => void;
}

const spareRows = 8;

export function VirtualList<Row extends Keyed>(list: VirtualListProps<Row>) {
  const { rows, rowPx, label, draw } = list;
  const length = lengthOf(rows);
  const box = useRef<HTMLDivElement>(null);
  const { first, last, isScrolled } = useVisible(box, list);
  const { focusedKey, ...touches } = useTouched(list.onTouched, isScrolled);
  useCurrentInView(box, list);
  const visible = itemsIn(rows, first, last).map((row, at) => ({ row, index: first + at }));
  // A row with the focus stays in the document, or the page would lose the focus. It stays in its order, too: the
  // browser may scroll to an element with the focus that is moved.
  const focusedIn = usePerBlock(
    (block: readonly Row[]) => block.findIndex(({ key }) => key === focusedKey),
    [focusedKey],
  );
  const at = focusedKey === null ? -1 : indexIn(rows, focusedIn);
  const focused = itemsIn(rows, at, at + 1).map((row) => ({ row, index: at }));
  const shown = [...(at < first ? focused : []), ...visible, ...(at >= last ? focused : [])];
  return (
    <div class="virtual" ref={box} role="list" aria-label={label} tabIndex={0} {...touches}>
      <div class="virtual-space" style={{ height: `${length * rowPx}px` }}>
        {shown.map(({ row, index }) => (
          <div
            key={row.key}
            class="virtual-row"
            role="listitem"
            data-key={row.key}
            aria-setsize={length}
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

/** Reports when the rows must hold still, and no longer. */
function useTouched(onTouched: (isTouched: boolean) => void, isScrolled: boolean) {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [isHovered, setHovered] = useState(false);
  const isTouched = isScrolled || isHovered || focusedKey !== null;
  useEffect(() => onTouched(isTouched), [isTouched]);
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
function useVisible<Row extends Keyed>(box: Box, { rows, rowPx, onEnd }: VirtualListProps<Row>) {
  const length = lengthOf(rows);
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
  const isAtEnd = view.top + view.height >= length * rowPx;
  useEffect(() => void (isAtEnd && onEnd()));
  return {
    isScrolled: view.top > 0,
    first: Math.max(Math.floor(view.top / rowPx) - spareRows, 0),
    last: Math.min(Math.ceil((view.top + view.height) / rowPx) + spareRows, length),
  };
}

/** The key of the row that contains an element; null for the list itself. */
function keyAt(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
  return row?.dataset["key"] ?? null;
}

/** Shows the current row once it changes. */
function useCurrentInView<Row extends Keyed>(box: Box, list: VirtualListProps<Row>): void {
  const { rows, rowPx, current } = list;
  const key = itemsIn(rows, current, current + 1)[0]?.key;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || current < 0) return;
    const below = Math.min(element.scrollTop, current * rowPx);
    element.scrollTop = Math.max(below, (current + 1) * rowPx - element.clientHeight);
  }, [key, rowPx]);
}
