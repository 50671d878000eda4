import type { ServedClient } from "../served-client.ts";

/** A test of one client method: the operation that it sends, and its expected result. */
export interface Call {
  /** The full name of the method, such as `leads.convert`. */
  readonly method: string;
  /** The id of the operation that it sends. */
  readonly operation: string;
  readonly does: string;
  readonly quotaPerHour?: number;
  readonly shows: (served: ServedClient) => Promise<void>;
}

/** The items of several list calls, without page metadata. */
export async function dataOf<Item>(
  page: Promise<{ readonly data: readonly Item[] }>,
): Promise<readonly Item[]> {
  return (await page).data;
}
