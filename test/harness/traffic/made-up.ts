/** A call that was never made. */
import type { Call } from "../../../src/harness/traffic/call.ts";

/** A call at moment 0 that got 200 without a body, with `given` over the defaults. */
export function madeUpCall(given: Partial<Call> = {}): Call {
  return {
    method: "GET",
    scheme: "http",
    host: "127.0.0.1:4610",
    basePath: "",
    path: "/v1/leads",
    query: "",
    operation: "get-leads",
    surface: null,
    key: null,
    requestHeaders: new Map(),
    body: null,
    status: 200,
    responseHeaders: new Map(),
    answer: null,
    sentAtMs: 0,
    answeredAtMs: 0,
    ...given,
  };
}
