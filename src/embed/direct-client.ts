import type { SandboxClient } from "../client/sandbox-client.ts";
import type { Sandbox } from "../sandbox.ts";

/** The client, but an open sandbox creates and drops plain workspaces without a request: most tests never load the control plane then. */
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
      drop: async (id) => (isOpen() && (await plain.drop(id)) ? { id } : workspaces.drop(id)),
    },
  };
}
