/** Evidence from creating a Lead. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isEchoed, outcomeByCode, outcomeWith, statusSeen } from "../target/evidence.ts";
import { create } from "../target/prepared-leads.ts";
import type { Part } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

type Conditions = Pick<Probe, "parts" | "dependsOn">;

/** A probe whose evidence is the outcome of creating a Lead with these fields. */
export function ofCreation(
  rule: Probe["rule"],
  fields: JsonObject,
  { shown = [], ...conditions }: Conditions & { readonly shown?: readonly string[] } = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      const made = await create(target, fields);
      target.saw(made, outcomeWith(target, made, shown));
    },
  };
}

/** A probe whose evidence is the error codes of a Lead with these fields. */
export function ofRefusal(
  rule: Probe["rule"],
  fields: JsonObject,
  { standing, ...conditions }: Conditions & { readonly standing?: Part } = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      const refused = await create(target, { email: target.email("refused"), ...fields });
      target.saw(refused, outcomeByCode(target, refused), standing);
    },
  };
}

/** A probe whose evidence is whether the service creates a Lead with these documented fields and returns them. */
export function ofKept(
  rule: Probe["rule"],
  fields: JsonObject,
  conditions: Conditions = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      const made = await create(target, { email: target.email("kept"), ...fields });
      const isKept = isEchoed(fields, recordOf(made));
      target.saw(made, { status: statusSeen(made), isKept }, "documented");
    },
  };
}
