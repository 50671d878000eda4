import { Button } from "./controls.tsx";

type Meta = Readonly<Record<"total" | "count" | "offset" | "limit", number>>;

/** The position of a page in a list, with links to the previous and next page. */
export function Pager({
  meta: { total, count, offset, limit },
  onPage,
}: {
  readonly meta: Meta;
  readonly onPage: (offset: number) => void;
}) {
  if (total <= count) return null;
  return (
    <nav class="buttons pager" aria-label="Pages">
      <Button isOff={offset === 0} run={() => onPage(Math.max(offset - limit, 0))}>
        Previous
      </Button>
      <span class="quiet">
        {count === 0 ? "none" : `${offset + 1} to ${offset + count}`} of{" "}
        {total.toLocaleString("en")}
      </span>
      <Button isOff={offset + count >= total} run={() => onPage(offset + limit)}>
        Next
      </Button>
    </nav>
  );
}
