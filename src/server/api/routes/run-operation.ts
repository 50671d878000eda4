/** What both a request and a step of a workflow need around an operation. */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import { checkAnswer } from "../../../network/http/check-answer.ts";
import type { ApiAnswer, ApiOperation } from "./call.ts";

/** Throws a 403 unless the key has the permission of the operation (rule auth.permission). */
export function permit({ permission, id }: ApiOperation, key: ApiKey): void {
  if (permission !== null && key.permissions.includes(permission)) return;
  throw new ApiError({
    status: 403,
    rules: ["auth.permission", "auth.permissions"],
    reason:
      permission === null
        ? `No partner key may call this operation (${id}).`
        : `The key lacks the permission ${permission}.`,
  });
}

/** The body to send, after a check against its schema. */
export function checkedText(
  operation: ApiOperation,
  answer: ApiAnswer,
): { status: number; body: string | null } {
  const { status } = answer;
  if ("text" in answer) return { status, body: answer.text };
  if (answer.body === null) return { status, body: null };
  if (operation.answer !== null) checkAnswer(operation.id, operation.answer(), answer.body);
  return { status, body: JSON.stringify(answer.body) };
}
