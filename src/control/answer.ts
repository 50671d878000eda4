import type { ControlAnswer } from "./operation.ts";

/** 200 with one thing. */
export function ok(data: unknown): ControlAnswer {
  return { status: 200, json: { data } };
}

/** 201 with the thing that was made. */
export function created(data: unknown): ControlAnswer {
  return { status: 201, json: { data } };
}

/** 200 with a page of `all`. */
export function page<Item>(
  all: readonly Item[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
  show: (item: Item) => unknown,
): ControlAnswer {
  const data = all.slice(offset, offset + limit).map((item) => show(item));
  return {
    status: 200,
    json: { data, meta: { total: all.length, count: data.length, offset, limit } },
  };
}

/** 200 with a whole list. */
export function list<Item>(all: readonly Item[], show: (item: Item) => unknown): ControlAnswer {
  return page(all, { limit: all.length, offset: 0 }, show);
}
