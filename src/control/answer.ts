import { checkedItemsMax } from "./checked-answer.ts";
import type { ControlAnswer } from "./operation.ts";

/** 200 with `data`. */
export function ok(data: unknown): ControlAnswer {
  return { status: 200, json: { data } };
}

/** 201 with the created record. */
export function created(data: unknown): ControlAnswer {
  return { status: 201, json: { data } };
}

/** 200 with one page of `all`. */
export function page<Item>(
  all: readonly Item[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  show: (item: Item) => unknown,
  more: Readonly<Record<string, unknown>> = {},
): ControlAnswer {
  const items = all.slice(offset, offset + limit);
  const meta = { total: all.length, count: items.length, offset, limit };
  return { status: 200, json: { data: shownList(items, show), meta, ...more } };
}

/** The items converted by `show`. It converts long lists only while the answer is written. */
export function shownList<Item>(
  items: readonly Item[],
  show: (item: Item) => unknown,
): Iterable<unknown> {
  return items.length > checkedItemsMax ? made(items, show) : items.map((item) => show(item));
}

function* made<Item>(items: readonly Item[], show: (item: Item) => unknown): Generator {
  for (const item of items) yield show(item);
}

/** 200 with a whole list. */
export function list<Item>(all: readonly Item[], show: (item: Item) => unknown): ControlAnswer {
  return page(all, { limit: all.length, offset: 0 }, show);
}
