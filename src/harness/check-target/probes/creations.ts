/** Evidence from creating a Lead. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isEchoed, outcomeByCode, outcomeWith, statusSeen } from "../target/evidence.ts";
import { create } from "../target/prepared-leads.ts";
import type { Answered, Part, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";

type Conditions = Pick<Probe, "parts" | "dependsOn">;

/** A probe whose evidence is the outcome of creating a Lead with these fields. */
export function ofCreation(
  rule: Probe["rule"],
  fields: JsonObject,
  { shown = [], ...conditions }: Conditions & { readonly shown?: readonly string[] } = {},
): Probe {
  const evidence = (target: Target, made: Answered) => outcomeWith(target, made, shown);
  return ofAnswer(rule, (target) => create(target, fields), evidence, conditions);
}

/** A probe whose evidence is the error codes of a Lead with these fields. */
export function ofRefusal(
  rule: Probe["rule"],
  fields: JsonObject,
  conditions: Conditions & { readonly standing?: Part } = {},
): Probe {
  const refused = (target: Target) => create(target, { email: target.email("refused"), ...fields });
  return ofAnswer(rule, refused, outcomeByCode, conditions);
}

/** A probe whose evidence is whether the service creates a Lead with these documented fields and returns them. */
export function ofKept(
  rule: Probe["rule"],
  fields: JsonObject,
  conditions: Conditions = {},
): Probe {
  return ofAnswer(
    rule,
    (target) => create(target, { email: target.email("kept"), ...fields }),
    (_target, made) => ({ status: statusSeen(made), isKept: isEchoed(fields, recordOf(made)) }),
    { ...conditions, standing: "documented" },
  );
}
