import { expect } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";

/** Parameters of a provider state. */
export type Params = Readonly<Record<string, unknown>>;

/** Sends a provider state change and returns the answer. */
export function changeState(
  world: World,
  state: string,
  params?: Params,
  action?: "setup" | "teardown",
): Promise<Reply> {
  const body = { state, ...(params && { params }), ...(action && { action }) };
  return world.control("POST", "/pact/states", body);
}

/** Sets up a provider state and returns the answer with its values; fails if the state is rejected. */
export async function staged(world: World, state: string, params?: Params): Promise<Reply> {
  const reply = await changeState(world, state, params);
  expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
  return reply;
}

/** A request with the key of a provider state. */
export function withKey(
  world: World,
  values: Reply,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const key = text(values, "apiKey");
  return world.api(method, path, { key, ...(body === undefined ? {} : { body }) });
}
