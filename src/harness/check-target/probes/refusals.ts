/** Asks about many values in one request. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { fieldsOf, isGranted, outcomeByCode, statusSeen } from "../target/evidence.ts";
import { create, firmLeads } from "../target/prepared-leads.ts";
import type { Answered, Part, Target } from "../target/target.ts";
import type { Probe } from "./probe.ts";

/** Sends a body, or the fields in question of one. */
type Send = (fields: JsonObject, name: string) => Promise<Answered>;

/** Each value by a name, with no field in common. */
type Values = Readonly<Record<string, JsonObject>>;

interface Sending extends Pick<Probe, "dependsOn"> {
  /** How to send the values; as fields of a new Lead by default. */
  readonly sending?: (target: Target) => Send;
  readonly standing?: Part;
}

/** A probe for each part of a rule that is about one value. All of them share one request. */
export function valueProbes(
  rule: Probe["rule"],
  values: Values,
  { sending = creating, standing, ...conditions }: Sending = {},
): readonly Probe[] {
  return Object.entries(values).map(([part, fields]) => ({
    rule,
    parts: [part],
    ...conditions,
    async run(target) {
      const send = sending(target);
      const [together] = await target.once(`${rule} ${Object.keys(values).join(" ")}`, async () => [
        await send(allOf(values), "together"),
      ]);
      if (together !== undefined) await sawOne(target, send, { together, part, fields, standing });
    },
  }));
}

/** Records what the service does with each value. One request asks about all of them. */
export async function sawRefusals(target: Target, send: Send, invalid: Values): Promise<void> {
  const together = await send(allOf(invalid), "together");
  for (const [part, fields] of Object.entries(invalid)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await sawOne(target, send, { together, part, fields });
  }
}

/** Sends a value alone only if the answer to all of them does not show what the service does with this one. */
async function sawOne(
  target: Target,
  send: Send,
  {
    together,
    part,
    fields,
    standing,
  }: { together: Answered; part: string; fields: JsonObject; standing?: Part | undefined },
): Promise<void> {
  const codes = codesByLeaf(target, together).get(leafOf(fields));
  if (isGranted(together)) {
    target.saw(together, { [part]: outcomeByCode(target, together) }, standing);
  } else if (codes !== undefined) {
    target.saw(together, { [part]: { status: statusSeen(together), codes } }, standing);
  } else {
    const alone = await send(fields, "alone");
    target.saw(alone, { [part]: outcomeByCode(target, alone) }, standing);
  }
}

/** Sends a Lead with these fields. */
function creating(target: Target): Send {
  return (fields, name) => create(target, { email: target.email(name), ...fields });
}

/** Sends a list query with these parameters; an array gives one several times. */
export function listing(target: Target): Send {
  return (parameters) => {
    const pairs = Object.entries(parameters).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, typeof one === "string" ? one : JSON.stringify(one)]),
    );
    return target.ask("GET", `${firmLeads(target)}?${new URLSearchParams(pairs).toString()}`);
  };
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

/** The name of the innermost field. */
function leafOf(fields: JsonObject): string {
  const [name = "", value] = Object.entries(fields)[0] ?? [];
  return isJsonObject(value) && Object.keys(value).length > 0 ? leafOf(value) : name;
}

function allOf(values: Values): JsonObject {
  return Object.values(values).reduce(merged, {});
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const all = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = all[name];
    all[name] = isJsonObject(known) && isJsonObject(value) ? merged(known, value) : value;
  }
  return all;
}
