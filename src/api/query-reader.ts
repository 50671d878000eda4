import type { Permission } from "../domain/api-key.ts";
import type { FieldError } from "../http/api-error.ts";
import type { RuleId } from "../rules/catalogue.ts";
import type { RuleTrace } from "../rules/trace.ts";
import { gotSuffix } from "../values/got-suffix.ts";
import type { ApiCall } from "./call.ts";
import { nearestName } from "./near-misses.ts";

/** Collects the invalid parameters; a refusal follows once all were read. */
export interface QueryReader {
  readonly query: ApiCall["query"];
  readonly trace: RuleTrace;
  readonly permissions: readonly Permission[];
  readonly refuse: (error: FieldError) => void;
  readonly hint: ApiCall["hint"];
}

/** Warns of a name in the query that resembles a documented one. */
export function hintAt(
  { hint }: Pick<QueryReader, "hint">,
  place: string,
  name: string,
  documented: readonly string[],
): void {
  const nearest = nearestName(name, documented);
  if (nearest !== null) hint(`${place} ${name}`, nearest);
}

/** The error of the parameter with that name. */
export function parameterError(
  name: string,
  code: FieldError["code"],
  message: string,
  rule: RuleId,
  got?: string,
): FieldError {
  return {
    path: [name],
    code,
    message,
    rule,
    ...(got === undefined ? {} : { got: gotSuffix(got) }),
  };
}
