import { NoAnswer } from "../http/no-answer.ts";

/**
 * The answers of `answer` as the global `fetch` brings them: an aborted request rejects with the reason, a
 * connection that is cut with a TypeError. A path alone is one of `base`.
 */
export function asFetch(
  answer: (request: Request) => Promise<Response>,
  base: () => string,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = typeof input === "string" && input.startsWith("/") ? base() + input : input;
    // A copy costs as much as a tenth of a call of the typed client.
    const isWhole = url instanceof Request && init === undefined && !url.bodyUsed;
    const request = isWhole ? url : new Request(url, init);
    const { signal } = request;
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([answer(request), aborted]);
    } catch (error) {
      throw error instanceof NoAnswer ? connectionCut(error) : error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  };
}

/** What the global `fetch` throws when the other side resets the connection. */
function connectionCut(error: NoAnswer): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET", { cause: error }), {
    code: "ECONNRESET",
  });
  return new TypeError("fetch failed", { cause });
}
