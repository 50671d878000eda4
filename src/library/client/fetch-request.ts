/** Keeps a request as long as the body of its response. */
const requestOf = new WeakMap<ReadableStream, Request>();

/**
 * Sends a request by `fetch`. Its signal works until the response is read: Node does not abort a request that was
 * garbage-collected, as one that only `fetch` knows can be.
 */
export async function fetchRequest(
  request: Request,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const response = await fetch(request);
  if (response.body !== null) requestOf.set(response.body, request);
  return response;
}
