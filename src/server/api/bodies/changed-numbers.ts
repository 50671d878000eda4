import { changedNumbers, expectedNumber } from "../../../base/values/changed-numbers.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import type { ApiCall } from "../routes/call.ts";

const rule = "client-data.numbers";

/**
 * `errors`, and one for each number in `clientData` that cannot be returned as sent (interface 2.2; rule
 * client-data.numbers), which replaces what the schema says of the value that it became.
 */
export function withChangedNumbers(
  { body, trace }: Pick<ApiCall, "body" | "trace">,
  errors: readonly FieldError[],
): FieldError[] {
  if (body?.ok !== true || body.value["clientData"] === undefined) return [...errors];
  const changed = changedNumbers(body.text).filter(({ path }) => path[0] === "clientData");
  if (changed.length === 0 || trace.choice(rule) === "rounded") return [...errors];
  const refused = changed.map(({ path, source }): FieldError => ({
    path,
    code: "INVALID",
    message: expectedNumber(source),
    rule,
  }));
  const places = new Set(refused.map(placeOf));
  return [
    ...errors.filter((error) => error.code !== "INVALID" || !places.has(placeOf(error))),
    ...refused,
  ];
}

function placeOf({ path }: Pick<FieldError, "path">): string {
  return JSON.stringify(path);
}
