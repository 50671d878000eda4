/** Provider states of Pact. An unknown state fails, as the contract requires. */
import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import { parsedJson } from "../../../base/values/json.ts";
import { isKeyShape } from "../../../domain/model/api-key.ts";
import { JsonValue } from "../../../world/workspace/fixtures/world-shape.ts";
import type { AdoptionRules } from "../../../world/workspace/registry/adoption.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { list } from "../calls/answer.ts";
import { ControlError } from "../calls/control-error.ts";
import { exclusive } from "../calls/exclusive.ts";
import { parsed } from "../calls/input.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { pageOf } from "../calls/shapes.ts";
import { findProviderState, nearestStates, providerStates } from "./catalogue.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";

const ShownState = z.strictObject({
  name: z.string(),
  description: z.string(),
  params: z.record(z.string(), JsonValue()),
  values: z.record(z.string(), z.string()),
});

/** GET `W/pact/states`; `params` is a JSON Schema. */
export const listProviderStates = withNoQuery({
  id: "list-provider-states",
  summary: "List the provider states: name, parameters and returned values",
  method: "GET",
  path: "/pact/states",
  answer: pageOf(ShownState),
  run: () => list(providerStates, showState),
});

function showState({ name, description, params, values }: ProviderState) {
  const { $schema: _draft, ...schema } = z.toJSONSchema(params, {
    io: "input",
    unrepresentable: "any",
  });
  return { name, description, params: schema, values };
}

/**
 * The body of a call that has its state and parameters in the query, as verifiers send them on request. Any value but
 * a string is sent as JSON.
 */
function bodyFromQuery(query: unknown): object | null {
  const { data } = StateQuery.safeParse(query);
  if (data === undefined) return null;
  const { state, action, ...texts } = data;
  const shape: Readonly<Record<string, unknown>> = findProviderState(state)?.params.shape ?? {};
  const params = Object.entries(texts)
    .filter(([, text]) => text !== "null")
    .map(([name, text]) => [name, paramIn(text, shape[name])]);
  return { state, ...(action === undefined ? {} : { action }), params: Object.fromEntries(params) };
}

const StateQuery = z
  .object({ state: z.string(), action: z.string().optional() })
  .catchall(z.string());

/** A text where the parameter takes one, such as the id `7`, and otherwise the JSON in it. */
function paramIn(text: string, schema: unknown): Json {
  if (schema instanceof z.ZodType && schema.safeParse(text).success) return text;
  return parsedJson(text) ?? text;
}

/** POST `W/pact/states`: the values are at the top level of the answer, where Pact expects them. */
export const changeProviderState = withBody({
  id: "change-provider-state",
  destroys: "Records that the state does not allow are lost.",
  summary:
    "Set up a provider state, or tear it down; the answer has its values without data, where Pact reads them",
  method: "POST",
  path: "/pact/states",
  body: z.strictObject({
    state: z.string().nullable(),
    // Pact's Ruby core sends the state in both ways.
    states: z.array(z.string().nullable()).exactOptional(),
    params: z.record(z.string(), JsonValue()).default({}),
    action: z.enum(["setup", "teardown"]).default("setup"),
    consumer: z.string().exactOptional(),
  }),
  fromQuery: bodyFromQuery,
  answer: z.record(z.string(), JsonValue()),
  async run(call, { state: given, states = [], params, action }) {
    const { registry, workspace } = call;
    const name = given ?? "";
    const other = states.find((one) => (one ?? "") !== name);
    if (other !== undefined)
      throw new ControlError(
        422,
        `Invalid body: states: ${JSON.stringify(other ?? "")} differs from the member "state". Send one call for each state.`,
      );
    // Pact sends no name for an interaction without states.
    if (name === "" && action === "setup") return { status: 200, json: {} };
    const state = findProviderState(name);
    if (state === null && name !== "")
      throw new ControlError(404, `There is no provider state ${JSON.stringify(name)}.`, {
        hint: `The nearest: ${nearestStates(name)
          .map((one) => JSON.stringify(one))
          .join(", ")}.`,
      });
    if (action === "teardown" || state === null) {
      await exclusive(call, () => registry.reset(workspace));
      return { status: 200, json: {} };
    }
    const values = await exclusive(call, () => {
      const own = adoptedInState(registry, workspace, params);
      return setUpState({ registry, workspace }, state, own);
    });
    return { status: 200, json: values };
  },
});

/** Sets up a state: all of it or, after a failure, nothing. */
function setUpState(stage: Stage, state: ProviderState, params: unknown): StateValues {
  return stage.workspace.transactionOfSettings(() => state.setUp(stage, params));
}

type Params = Readonly<Record<string, Json>>;

const Id = z
  .string()
  .regex(/^[^\ud800-\udfff\p{Cc}]{1,64}$/u, "Expected an id of 1 to 64 characters");

const Key = z
  .string()
  .refine(isKeyShape, "Expected a UUID of version 4")
  .transform((key) => key.toLowerCase());

const AdoptParam = z.strictObject({
  adopt: z
    .union([
      z.boolean(),
      z.strictObject({
        key: z.union([Key.transform((key) => [key]), z.array(Key)]).default([]),
        firm: Id.nullable().default(null),
        member: Id.nullable().default(null),
      }),
    ])
    .default(false),
});

/**
 * Takes the parameter `adopt` out of `params` and turns adoption on by it. While it is on, the Firm and the FirmMember
 * that a state names are adopted, too, instead of created: the verifier's key acts for them.
 */
function adoptedInState(registry: Registry, workspace: Workspace, params: Params): Params {
  const { adopt, ...others } = params;
  const { adoption } = registry;
  const rules = rulesOf(adopt);
  if (rules !== null) {
    if (workspace !== registry.default()) throw refused("only the default workspace adopts");
    if (!adoption.turnOn(rules)) {
      throw refused(
        "the sandbox serves on a host that is not loopback, so it adopts only a named key",
      );
    }
  }
  if (adoption.rules() === null || workspace !== registry.default()) return others;
  const surface = { api: "Partner", environment: "sandbox" } as const;
  const adoptAt = (kind: "Firm" | "FirmMember", id: Json | undefined): void => {
    const apiKey = adoption.keyOf(surface);
    if (typeof id !== "string" || apiKey === null) return;
    adoption.adoptId(kind, id, { apiKey, surface, now: workspace.clock.now() });
  };
  adoptAt("Firm", rules?.firm ?? others["firmId"]);
  adoptAt("FirmMember", rules?.member ?? others["firmMemberId"]);
  return others;
}

function rulesOf(adopt: Json | undefined): AdoptionRules | null {
  if (adopt === undefined) return null;
  const { adopt: given } = parsed(AdoptParam, { adopt }, "body");
  if (given === false) return null;
  return given === true ? { key: [], firm: null, member: null } : given;
}

function refused(reason: string): ControlError {
  return new ControlError(422, `The parameter adopt is refused: ${reason}.`, {
    hint: 'Name the key: { "adopt": { "key": "UUID", "firm": "ID" } }, for /_sandbox/pact/states.',
  });
}
