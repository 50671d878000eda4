import type { Sandbox } from "../../server/sandbox/sandbox.ts";
import type { SandboxClient } from "../client/sandbox-client.ts";

/**
 * The client, except that an open sandbox creates and drops plain workspaces without a request. Most tests then
 * never load the control plane.
 */
export function directClient(
  client: SandboxClient,
  plain: Sandbox["plainWorkspaces"],
  isOpen: () => boolean,
): SandboxClient {
  const { workspaces } = client;
  return {
    ...client,
    workspaces: {
      ...workspaces,
      create: async (body = {}) =>
        (isOpen() ? plain.create(body) : null) ?? workspaces.create(body),
      drop: async (id, query) =>
        isOpen() && query?.afterSeconds === undefined && (await plain.drop(id))
          ? { id }
          : workspaces.drop(id, query),
    },
  };
}
