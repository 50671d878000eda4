import { isJsonObject } from "../../../base/values/json.ts";
import { checkAnswer } from "../../../network/http/check-answer.ts";
import type { ControlAnswer, ControlOperation } from "./operation.ts";

/** Longer lists are not checked: checking would take up to a quarter of the answer's time. */
const checkedItemsMax = 100;

/** Returns the answer of an operation; throws if it does not match its schema. */
export function checkedAnswer(
  { id, answer: schema }: ControlOperation,
  answer: ControlAnswer,
): ControlAnswer {
  if (schema === null || !("json" in answer)) return answer;
  if (hasLongList(answer.json)) return answer;
  checkAnswer(id, schema, answer.json);
  return answer;
}

/** Whether an answer has a long list, at most two levels deep as in a page, a state or an archive. */
function hasLongList(value: unknown, levels = 2): boolean {
  if (Array.isArray(value)) return value.length > checkedItemsMax;
  if (levels === 0 || !isJsonObject(value)) return false;
  return Object.values(value).some((inner) => hasLongList(inner, levels - 1));
}
