import { NoAnswer } from "../../network/http/no-answer.ts";

/**
 * A `fetch` that gets its answers from `answer`. An aborted request rejects with its reason, a cut connection
 * with a TypeError, like the global `fetch`. Paths are relative to `base`.
 */
export function asFetch(
  answer: (request: Request) => Promise<Response>,
  base: () => string,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = typeof input === "string" && input.startsWith("/") ? base() + input : input;
    // Copying a request costs a tenth of a call of the typed client.
    const isWhole = url instanceof Request && init === undefined && !url.bodyUsed;
    const request = isWhole ? url : new Request(url, init);
    // Listening for an abort takes a thirtieth of a small test, and most requests have no signal.
    const canAbort = input instanceof Request || Boolean(init?.signal);
    try {
      return await (canAbort
        ? unlessAborted(request.signal, () => answer(request))
        : answer(request));
    } catch (error) {
      throw error instanceof NoAnswer ? connectionCut(error) : error;
    }
  };
}

/** The answer, or the reason of the abort if that comes first. */
async function unlessAborted(
  signal: AbortSignal,
  answer: () => Promise<Response>,
): Promise<Response> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([answer(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The error of the global `fetch` when the server resets the connection. */
function connectionCut(error: NoAnswer): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET", { cause: error }), {
    code: "ECONNRESET",
  });
  return new TypeError("fetch failed", { cause });
}
