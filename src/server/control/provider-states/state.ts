import * as z from "zod";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { environments } from "../../../domain/model/firm.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { parsed } from "../calls/input.ts";

/** The workspace that a provider state sets up. */
export interface Stage {
  readonly registry: Registry;
  readonly workspace: Workspace;
}

/** The values that a state returns to the consumer's pact, by name, for use in the request. */
export type StateValues = Readonly<Record<string, Json>>;

/**
 * A provider state of Pact: a named situation whose parameters all have defaults. `values` describes the returned
 * values, which an interaction can use.
 */
export interface ProviderState {
  readonly name: string;
  readonly description: string;
  readonly params: z.ZodObject;
  readonly values: Readonly<Record<string, string>>;
  /** Sets up the state within a transaction; takes the unparsed parameters. */
  readonly setUp: (stage: Stage, params: unknown) => StateValues;
}

/** A state whose `setUp` gets parsed parameters; rejects unknown ones. */
export function providerState<Params extends z.ZodObject>(
  definition: Omit<ProviderState, "params" | "setUp"> & {
    readonly params: Params;
    readonly setUp: (stage: Stage, params: z.infer<Params>) => StateValues;
  },
): ProviderState {
  const { params, setUp } = definition;
  return {
    ...definition,
    setUp: (stage, sent) => setUp(stage, parsed(params, sent, "body")),
  };
}

/** Parameters that many states take. */
export const EnvironmentParam = z.enum(environments).default("sandbox");
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const AnyObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "Expected an object",
);
