import type { ControlAnswer } from "./operation.ts";

export function ok(data: unknown): ControlAnswer {
  return { status: 200, json: { data } };
}

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
  return { status: 200, json: { data: items.map((item) => show(item)), meta, ...more } };
}

/** 200 with a whole list. */
export function list<Item>(all: readonly Item[], show: (item: Item) => unknown): ControlAnswer {
  return page(all, { limit: all.length, offset: 0 }, show);
}
