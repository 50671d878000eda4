/** The rules for a Lead's clientData: which of them reject it, and which choices accepted data depends on. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { requestedPlans } from "../../../domain/model/lead.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { isDateOrMoment } from "./dates.ts";

type Problem = Pick<FieldError, "path" | "code">;

const ofReference = ({ code }: Problem): RuleId =>
  code === "INVALID" ? "client-data.values" : "client-data.fields";
const ofKind = (): RuleId => "client-data.fields";

/** The documented fields, each with the rule that rejects an invalid value. */
const documentedFields = {
  prefix: ofReference,
  citizenship: ofReference,
  maritalStatus: ofReference,
  dateOfBirth: ({ code }: Problem): RuleId =>
    code === "INVALID" ? "client-data.date-of-birth.other" : "client-data.date-of-birth",
  isFirstTimeHomeBuyer: ofKind,
  notes: ofKind,
  Plans: ({ path: [, , leaf] }: Problem): RuleId =>
    leaf === "type" ? "plan.type" : "client-data.fields",
} as const;
export type DocumentedField = keyof typeof documentedFields;

function isDocumented(field: PropertyKey): field is DocumentedField {
  return Object.hasOwn(documentedFields, field);
}

export const clientDataRefusals: readonly RuleId[] = [
  "client-data.fields",
  "client-data.enrichment",
  "client-data.values",
  "client-data.date-of-birth",
  "client-data.date-of-birth.other",
  "client-data.numbers",
  "client-data.plans.empty",
  "plan.type",
];

/** The rule that rejects `value` for a problem at `path`. */
export function ruleOfClientData(value: Json | undefined, problem: Problem): RuleId {
  const [field, ...deeper] = problem.path;
  if (field === undefined) return value === null ? "lead.optional-null" : "client-data.fields";
  const isNull = deeper.length === 0 && isJsonObject(value) && value[field] === null;
  if (isNull) return "lead.optional-null";
  return isDocumented(field) ? documentedFields[field](problem) : "client-data.enrichment";
}

/** The rules that clientData cites, each with its condition. */
export const citedByClientData = [
  citation("client-data.fields", () => true),
  citation("lead.optional-null", (data) => someField(data, (field) => data[field] === null)),
  citation("client-data.values", (data) =>
    someField(data, (field) => isDocumented(field) && documentedFields[field] === ofReference),
  ),
  citation(
    "client-data.date-of-birth.other",
    ({ dateOfBirth: date }) => typeof date === "string" && !isDateOrMoment(date),
  ),
  citation("plan.type", (data) => requestedPlans(data).length > 0),
  citation(
    "client-data.plans.empty",
    (data) => "Plans" in data && requestedPlans(data).length === 0,
  ),
  citation("client-data.enrichment", (data) => someField(data, (field) => !isDocumented(field))),
];

function citation(rule: RuleId, isSo: (clientData: JsonObject) => boolean) {
  return { rule, when: (value: Json | undefined) => isJsonObject(value) && isSo(value) };
}

function someField(clientData: JsonObject, isSo: (field: string) => boolean): boolean {
  for (const field in clientData) if (isSo(field)) return true;
  return false;
}
