import { ApiError } from "../../../network/http/api-error.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";

const headerName = "Idempotency-Key";
const rule = "http.idempotency-key";

/** The Idempotency-Key of one request (rule http.idempotency-key). */
export interface IdempotencyKey {
  /** Throws 409 if the key was used before. An operation calls it where it looks for conflicts (rule error.order). */
  readonly refuseUsed: () => void;
  /** Runs the request, which uses the key if it succeeds. */
  readonly using: <Result>(run: () => Result | Promise<Result>) => Result | Promise<Result>;
}

const unchecked: IdempotencyKey = { refuseUsed: () => {}, using: (run) => run() };

/** The key of a POST, where the workspace checks it. */
export function idempotencyKeyOf({
  workspace,
  request,
  method,
  apiKey,
  trace,
  dryRun,
}: RequestContext): IdempotencyKey {
  const header = method === "POST" ? (request.headers.get(headerName) ?? "") : "";
  if (header === "" || trace.choice(rule) === "ignored") return unchecked;
  const { idempotencyKeys } = workspace;
  const key = JSON.stringify([apiKey?.id, header]);
  const isUsed = idempotencyKeys.has(key);
  const refuseUsed = (): void => {
    if (isUsed) throw usedBefore();
  };
  if (isUsed || dryRun !== null) return { ...unchecked, refuseUsed };
  return {
    refuseUsed,
    async using(run) {
      // Another request must not use it before the commit, after which it is saved.
      idempotencyKeys.add(key);
      try {
        const result = await run();
        workspace.save(idempotencyKeys);
        return result;
      } catch (error) {
        idempotencyKeys.remove(key);
        throw error;
      }
    },
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
