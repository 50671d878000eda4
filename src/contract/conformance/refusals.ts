/** Asks about many invalid values in one request. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { fieldsOf, isGranted, outcomeByCode, statusSeen } from "./evidence.ts";
import { create } from "./prepared-leads.ts";
import type { Answered, Part, Target } from "./target.ts";

/** Sends a body, or the fields in question of one. */
type Send = (fields: JsonObject, name: string) => Promise<Answered>;

/**
 * Records what the service does with each invalid value, by the name of its field. One request asks about all of
 * them. Only if its answer does not name each field, each gets a request of its own.
 */
export async function sawRefusals(
  target: Target,
  send: Send,
  invalid: Readonly<Record<string, JsonObject>>,
  part?: Part,
): Promise<void> {
  const cases = Object.entries(invalid);
  const together = await send(cases.map(([, fields]) => fields).reduce(merged, {}), "together");
  const named = codesByLeaf(target, together);
  const isEachNamed = !isGranted(together) && cases.every(([name]) => named.has(name));
  for (const [name, fields] of cases) {
    if (isEachNamed) {
      const seen = { status: statusSeen(together), codes: named.get(name) ?? [] };
      target.saw(together, { [name]: seen }, part);
    } else {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const alone = await send(fields, `alone-${name}`);
      target.saw(alone, { [name]: outcomeByCode(target, alone) }, part);
    }
  }
}

/** Sends a Lead with these fields. */
export function creating(target: Target): Send {
  return (fields, name) => create(target, { email: target.email(name), ...fields });
}

/** The error codes by the last part of the field's name, as the names of nested fields are a rule of their own. */
function codesByLeaf(target: Target, refused: Answered): ReadonlyMap<string, Json[]> {
  const fields = fieldsOf(refused);
  if (fields === null) return new Map();
  target.dependOn("error.envelope");
  target.dependOn("error.codes");
  const entries = Object.entries(fields).map(([name, problems]): [string, Json[]] => {
    const list = Array.isArray(problems) ? problems : [];
    const codes = list.map((one) => (isJsonObject(one) ? (one["code"] ?? null) : null));
    return [name.split(".").at(-1) ?? name, codes];
  });
  return new Map(entries);
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const all = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = all[name];
    all[name] = isJsonObject(known) && isJsonObject(value) ? merged(known, value) : value;
  }
  return all;
}
