import { ApiError } from "../../../network/http/api-error.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";

/** The header that names a request. */
export const headerName = "Idempotency-Key";
export const rule = "http.idempotency-key";

/**
 * The Idempotency-Key of one request (rule http.idempotency-key). Both functions run in the transaction of the operation:
 * a request whose writes are lost has not used its key.
 */
export interface IdempotencyKey {
  /** Throws 409 if the key was used before. An operation calls it where it looks for conflicts (rule error.order). */
  readonly refuseUsed: () => void;
  /** Marks the key as used by a request that succeeded. */
  readonly use: () => void;
}

const unchecked: IdempotencyKey = { refuseUsed: () => {}, use: () => {} };

/** The key of a POST, where the workspace checks it. */
export function idempotencyKeyOf({
  workspace,
  request,
  method,
  apiKey,
  trace,
}: RequestContext): IdempotencyKey {
  const header = method === "POST" ? (request.headers.get(headerName) ?? "") : "";
  if (header === "" || trace.choice(rule) !== "409") return unchecked;
  const { idempotencyKeys } = workspace;
  const key = JSON.stringify([apiKey?.id, header]);
  return {
    refuseUsed() {
      if (idempotencyKeys.has(key)) throw usedBefore();
    },
    use: () => idempotencyKeys.add(key),
  };
}

function usedBefore(): ApiError {
  return new ApiError({
    status: 409,
    rules: [rule],
    reason: `The API key used this ${headerName} for another request.`,
    fields: [{ path: [headerName], code: "NOT_UNIQUE", message: "This key was used before", rule }],
  });
}
