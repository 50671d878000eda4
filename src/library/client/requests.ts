import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The journal of requests to the emulated API. */
export function requestCalls({ answer, data, text }: Connection) {
  const standing = (query: QueryOf<typeof calls.countRequests>) =>
    data(calls.countRequests, { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<typeof calls.listRequests> = {}) => answer(calls.listRequests, { query }),
    get: (requestId: string) => data(calls.getRequest, { params: { requestId } }),
    /** How many requests match. */
    count: async (query: QueryOf<typeof calls.countRequests> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the journal, and how many entries it dropped. */
    standing: () => standing({}),
    /** The newest matching requests, as soon as there are `count`; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<typeof calls.waitForRequests> = {}, signal?: AbortSignal) =>
      data(calls.waitForRequests, { query, signal }),
    /** The journal as HAR 1.2. */
    har: (query: QueryOf<typeof calls.getRequestsHar> = {}) =>
      answer(calls.getRequestsHar, { query }),
    /** The journal as requests for the HTTP clients of editors, with variables instead of keys. */
    http: (query: QueryOf<typeof calls.getRequestsHttp> = {}) =>
      text(calls.getRequestsHttp, { query }),
    clear: () => data(calls.forgetRequests),
  };
}
