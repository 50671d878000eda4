import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { lazy } from "../../../base/values/lazy.ts";
import type { Action } from "../action.ts";
import { fieldsOf, inputOf } from "../action.ts";
import type { ActionName } from "../actions.ts";
import { actions, isActionName } from "../actions.ts";
import { failureOf, ToolFailure } from "../failure.ts";
import { either } from "../schema.ts";
import type { NextCall } from "../tool-names.ts";
import type { Tool, ToolCall } from "../tool.ts";

const names = Object.keys(actions).filter(isActionName);

/** What provider and tester do: one action a call, each with its own fields. */
export const act: Tool = {
  name: "act",
  kind: "write",
  get description() {
    return `Do what the provider or time does; loses nothing. Fields by action: ${names.map(signature).join("; ")}.`;
  },
  needsWorkspace: true,
  isStructured: false,
  schema: () => ({
    type: "object",
    properties: { action: { type: "string", enum: names }, ...properties() },
    required: ["action"],
    additionalProperties: false,
  }),
  async run(call) {
    const { action, ...given } = call.given;
    if (!isActionName(action)) throw unknownAction(call.workspace, action);
    const used: Action = actions[action];
    refuseFields(call, action, given);
    const input = inputOf(used, given);
    const { operation } = used;
    try {
      const form = `${operation.method} ${operation.path}`;
      const done = await call.surroundings.connect(call.workspace).anyData(form, {
        params: input.params,
        ...(operation.body === undefined ? {} : { body: input.body }),
        signal: call.signal,
      });
      return {
        data: { done: action, result: changed(action, done) },
        next: [showCall(call.workspace, used)],
      };
    } catch (error) {
      const { url } = call.surroundings;
      throw failureOf(error, { url, helpful: [showCall(call.workspace, used)] });
    }
  },
};

const fields = lazy(() => new Map(names.map((name) => [name, fieldsOf(actions[name])] as const)));

/** Such as `move_plan planId, status, amount?`. */
function signature(name: ActionName): string {
  const own = Object.entries(fields().get(name) ?? {});
  const listed = own.map(([field, { isRequired }]) => (isRequired ? field : `${field}?`));
  return `${name} ${listed.join(", ")}`;
}

/** One schema for each field, whichever action has it. */
const properties = lazy(() => {
  const found: Record<string, JsonObject> = {};
  for (const own of fields().values()) {
    for (const [name, { schema }] of Object.entries(own)) {
      const known = found[name];
      found[name] = known === undefined ? schema : either(known, schema);
    }
  }
  return found;
});

function unknownAction(workspace: string, action: Json | undefined): ToolFailure {
  const problem =
    action === undefined ? "action is missing" : "action is none of those that act takes";
  return new ToolFailure(
    `Invalid arguments: ${problem}. Expected one of ${names.join(", ")}.`,
    [{ tool: "show", arguments: { workspace, what: "leads" } }],
    { action: `Expected one of ${names.join(", ")}` },
  );
}

/** Every action takes its own fields only. Their values are checked by the sandbox. */
function refuseFields({ workspace }: ToolCall, action: ActionName, given: JsonObject): void {
  const own = fields().get(action) ?? {};
  const problems = [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(own, name))
      .map((name) => [name.slice(0, 64), `${action} takes no such field`] as const),
    ...Object.entries(own)
      .filter(([name, { isRequired }]) => isRequired && given[name] === undefined)
      .map(([name]) => [name, "This field is required"] as const),
    ...Object.entries(actions[action].places)
      .filter(([name, place]) => place.startsWith("{") && given[name] !== undefined)
      .filter(([name]) => !isId(given[name]))
      .map(([name]) => [name, "Expected an id of at most 200 characters"] as const),
  ].slice(0, 10);
  const [first] = problems;
  if (first === undefined) return;
  throw new ToolFailure(
    `Invalid arguments: ${first[0]}: ${first[1]}. The fields: ${signature(action)}.`,
    [showCall(workspace, actions[action])],
    Object.fromEntries(problems),
  );
}

/** `.` and `..` would lead to another path. */
function isId(value: Json | undefined): boolean {
  return typeof value === "string" && /^(?!\.{1,2}$).{1,200}$/s.test(value);
}

function showCall(workspace: string, { shows }: Action): NextCall {
  return { tool: "show", arguments: { workspace, what: shows } };
}

/** What an action changed, without what stayed. A key is shown only where it is new. */
function changed(action: ActionName, data: Json): Json {
  if (!isJsonObject(data)) return data;
  if (action === "issue_key") return data;
  const { key: _key, met: _met, ...rest } = data;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name === "keyId" ? "apiKeyId" : name,
      brief(name, value),
    ]),
  );
}

const briefs: Readonly<Record<string, readonly string[]>> = {
  lead: ["id", "state", "email", "plan_ids"],
  leads: ["id", "state", "email", "plan_ids"],
  plan: ["id", "type", "status", "amount", "owners"],
  plans: ["id", "type", "status", "amount", "owners"],
  clientProfile: ["id", "email"],
  emails: ["id", "kind", "to"],
};

function brief(name: string, value: Json): Json {
  const kept = briefs[name];
  if (kept === undefined) return value;
  if (Array.isArray(value)) return value.map((item: Json) => brief(name, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => kept.includes(field)));
}
