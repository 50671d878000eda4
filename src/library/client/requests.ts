import type { getHar } from "../../server/control/requests/har.ts";
import type { getRequestsHttp } from "../../server/control/requests/http.ts";
import type {
  countRequests,
  forgetRequests,
  getRequest,
  listRequests,
  waitForRequests,
} from "../../server/control/requests/requests.ts";
import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The journal of requests to the emulated API. */
export function requestCalls({ answer, bytes, data }: Connection) {
  const standing = (query: QueryOf<typeof countRequests>) =>
    data<typeof countRequests>("GET", "/requests/count", { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<typeof listRequests> = {}) =>
      answer<typeof listRequests>("GET", "/requests", { query }),
    get: (requestId: string) =>
      data<typeof getRequest>("GET", "/requests/{requestId}", { params: { requestId } }),
    /** How many requests match. */
    count: async (query: QueryOf<typeof countRequests> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the journal, and how many entries it dropped. */
    standing: () => standing({}),
    /** The newest matching requests, as soon as there are `count`; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<typeof waitForRequests> = {}, signal?: AbortSignal) =>
      data<typeof waitForRequests>("GET", "/requests/wait", { query, signal }),
    /** The journal as HAR 1.2. */
    har: (query: QueryOf<typeof getHar> = {}) =>
      answer<typeof getHar>("GET", "/requests.har", { query }),
    /** The journal as requests for the HTTP clients of editors, with variables instead of keys. */
    http: async (query: QueryOf<typeof getRequestsHttp> = {}) =>
      new TextDecoder().decode(
        await bytes<typeof getRequestsHttp>("GET", "/requests.http", { query }),
      ),
    clear: () => data<typeof forgetRequests>("DELETE", "/requests"),
  };
}
