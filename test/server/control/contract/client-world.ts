import type { SandboxClient, WorkspaceClient } from "../../../../src/index.ts";
import { newSandboxClient } from "../../../../src/index.ts";
import { controlOperations } from "../../../../src/server/control/calls/operations.ts";
import type { World, WorldOptions } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";

/** A world with the typed client. */
export interface ClientWorld extends World {
  /** The client of the whole sandbox. */
  readonly client: SandboxClient;
  /** The client of the world's workspace. */
  readonly workspace: WorkspaceClient;
  /** The calls that the clients sent, as in `Row.call`, with anonymous parameters. */
  readonly sent: readonly string[];
}

export async function newClientWorld(options?: WorldOptions): Promise<ClientWorld> {
  const world = await newWorld(options);
  const sent: string[] = [];
  const client = newSandboxClient({
    url: "http://127.0.0.1",
    fetch(request) {
      sent.push(callOf(request));
      return world.fetch(request);
    },
  });
  return { ...world, client, workspace: client.workspace(world.id), sent };
}

/** Every call of the control API, as in `Row.call`. */
export const calls: readonly string[] = controlOperations.map(
  ({ level, method, path }) => `${method} ${level === "server" ? "/_sandbox" : "W"}${path}`,
);

/** A call with anonymous parameters. */
export function shape(call: string): string {
  return call.replaceAll(/\{\w+\}/g, "{}");
}

/** The call that a request sends, or its method and path if it is none. */
function callOf({ method, url }: Request): string {
  const { pathname } = new URL(url);
  const found = controlOperations.findIndex((operation) => {
    const below = operation.level === "server" ? "" : "(?:/workspaces/[^/]+)?";
    const path = operation.path.replaceAll(/\{\w+\}/g, "[^/]+");
    return operation.method === method && new RegExp(`^/_sandbox${below}${path}$`).test(pathname);
  });
  return shape(calls[found] ?? `${method} ${pathname}`);
}
