import type { ServedClient } from "../served-client.ts";

/** One method of the client: what it sends, and what comes of it. */
export interface Call {
  /** Its name from the client on, such as `leads.convert`. */
  readonly method: string;
  /** The operation that it sends. */
  readonly operation: string;
  readonly does: string;
  readonly quotaPerHour?: number;
  readonly shows: (served: ServedClient) => Promise<void>;
}

/** The items that one call after the other brings, without their page. */
export async function dataOf<Item>(
  page: Promise<{ readonly data: readonly Item[] }>,
): Promise<readonly Item[]> {
  return (await page).data;
}
