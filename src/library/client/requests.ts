import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The journal of requests to the emulated API. */
export function requestCalls({ answer, data, text }: Connection) {
  const standing = (query: QueryOf<"count-requests">) => data("count-requests", { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<"list-requests"> = {}) => answer("list-requests", { query }),
    get: (requestId: string) => data("get-request", { params: { requestId } }),
    /** How many requests match. */
    count: async (query: QueryOf<"count-requests"> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the journal, and how many entries it dropped. */
    standing: () => standing({}),
    /** The newest matching requests, as soon as there are `count`; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<"wait-for-requests"> = {}, signal?: AbortSignal) =>
      data("wait-for-requests", { query, signal }),
    /** The journal as HAR 1.2. */
    har: (query: QueryOf<"get-requests-har"> = {}) => answer("get-requests-har", { query }),
    /** The journal as requests for the HTTP clients of editors, with variables instead of keys. */
    http: (query: QueryOf<"get-requests-http"> = {}) => text("get-requests-http", { query }),
    clear: () => data("forget-requests"),
  };
}
