import * as z from "zod";

import { environments } from "../../domain/firm.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Registry } from "../../workspace/registry.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { parsed } from "../input.ts";

/** Where a provider state is brought about. */
export interface Stage {
  readonly registry: Registry;
  readonly workspace: Workspace;
}

/** What a state tells the consumer's pact: values by name, to be put into the request. */
export type StateValues = Readonly<Record<string, Json>>;

/**
 * A provider state of Pact: a situation by its name, with parameters that all have defaults. `values` says
 * what it answers, so that an interaction can use it.
 */
export interface ProviderState {
  readonly name: string;
  readonly description: string;
  readonly params: z.ZodObject;
  readonly values: Readonly<Record<string, string>>;
  /** Brings it about within a transaction; takes the parameters as they were sent. */
  readonly setUp: (stage: Stage, params: unknown) => StateValues;
}

/** A state whose `setUp` gets its parameters as their schema reads them; unknown ones are refused. */
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
