/** Probes of the fields that only the service sets. */

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { fieldsOf, isGranted } from "../target/evidence.ts";
import { create, pathOf } from "../target/prepared-leads.ts";
import type { Answered, Prepared, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

const moment = "1999-01-01T00:00:00.000Z";

/** A value for each field, by part. The service could store any of them. */
const fields: Readonly<Record<string, readonly [name: string, value: Json]>> = {
  id: ["id", crypto.randomUUID().slice(0, 8)],
  "created-at": ["createdAt", moment],
  "updated-at": ["updatedAt", moment],
  "deleted-at": ["deletedAt", moment],
  "converted-at": ["convertedAt", moment],
  "plan-ids": ["plan_ids", ["n0Such00"]],
};

/** One Lead is created and changed with all fields. Only if that is refused, each field is sent alone. */
export const readOnlyProbes: readonly Probe[] = Object.entries(fields).map(
  ([part, [name, value]]) => ({
    rule: "lead.read-only-fields",
    parts: [part],
    async run(target) {
      const all = Object.fromEntries(Object.values(fields));
      const together = await target.once("read-only", () => answersTo(target, all));
      const isShown = together.some((one) => isGranted(one) || isNamed(one, name));
      const answers = isShown ? together : await answersTo(target, { [name]: value });
      const [made] = answers;
      if (made === undefined) return;
      const isRefused = answers.some((one) => isNamed(one, name));
      const isStored = answers.some((one) => isSame(recordOf(one)[name], value));
      target.saw(made, { isRefused, isStored });
    },
  }),
);

/** Whether a refusal is about this field. */
function isNamed(answered: Answered, name: string): boolean {
  return Object.hasOwn(fieldsOf(answered) ?? {}, name);
}

/** The answers to a Lead with these fields, to a PATCH with them, and to a GET of the result. */
async function answersTo(target: Target, sent: JsonObject): Promise<Prepared> {
  const [name = "", ...others] = Object.keys(sent);
  const email = target.email(others.length > 0 ? "set" : name);
  const made = await create(target, { ...sent, email });
  if (!isGranted(made)) return [made];
  const path = pathOf(made);
  const patched = await target.ask("PATCH", path, { body: sent });
  return [made, patched, await target.ask("GET", `${path}?scope=withDeleted`)];
}

function isSame(one: Json | undefined, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
