import { gotSuffix } from "../../../domain/hiding/got-suffix.ts";
import type { Permission } from "../../../domain/model/api-key.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { RuleTrace } from "../../../domain/rules/trace.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { misspelling, nearestName } from "../bodies/near-misses.ts";
import type { ApiCall } from "../routes/call.ts";

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
  if (nearest !== null) hint(misspelling(`${place} ${name}`, nearest));
}

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
