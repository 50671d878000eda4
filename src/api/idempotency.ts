import { ApiError } from "../http/api-error.ts";
import type { RequestContext } from "../workspace/request-context.ts";

const headerName = "Idempotency-Key";
const rule = "http.idempotency-key";

const remembersNothing = (): void => {};

/**
 * Throws 409 for a POST whose Idempotency-Key was used before, where the workspace checks it. Returns a
 * function that remembers the key of a successful request (rule http.idempotency-key).
 */
export function refuseRepeated({
  workspace,
  request,
  method,
  apiKey,
  trace,
  dryRun,
}: RequestContext): () => void {
  const header = method === "POST" ? (request.headers.get(headerName) ?? "") : "";
  if (header === "" || trace.choice(rule) === "ignored") return remembersNothing;
  const { idempotencyKeys } = workspace;
  const used = JSON.stringify([apiKey?.id, header]);
  if (!idempotencyKeys.has(used)) {
    return () => {
      if (dryRun !== null) return;
      idempotencyKeys.add(used);
      workspace.save(idempotencyKeys);
    };
  }
  throw new ApiError({
    status: 409,
    rules: [rule],
    reason: `The API key used this ${headerName} for another request.`,
    fields: [{ path: [headerName], code: "NOT_UNIQUE", message: "This key was used before", rule }],
  });
}
