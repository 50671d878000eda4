export interface PagerProps {
  readonly meta: {
    readonly total: number;
    readonly count: number;
    readonly offset: number;
    readonly limit: number;
  };
  readonly onPage: (offset: number) => void;
}

/** The position of a page in a list, with links to the previous and next page. */
export function Pager({ meta, onPage }: PagerProps) {
  const { total, count, offset, limit } = meta;
  if (total <= count) return null;
  return (
    <nav class="buttons pager" aria-label="Pages">
      <button
        type="button"
        disabled={offset === 0}
        onClick={() => onPage(Math.max(offset - limit, 0))}
      >
        Previous
      </button>
      <span class="quiet">
        {count === 0 ? "none" : `${offset + 1} to ${offset + count}`} of{" "}
        {total.toLocaleString("en")}
      </span>
      <button
        type="button"
        disabled={offset + count >= total}
        onClick={() => onPage(offset + limit)}
      >
        Next
      </button>
    </nav>
  );
}
