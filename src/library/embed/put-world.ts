import type { SandboxClient } from "../client/sandbox-client.ts";
import type { WorkspaceClient } from "../client/workspace-client.ts";
import type { FixtureWorld, WorkspaceHome } from "./workspace.ts";

type State = Parameters<WorkspaceClient["state"]["put"]>[0];

/**
 * Creates workspaces from worlds in a sandbox that accepts no new fixtures: the world replaces that of a new
 * workspace.
 */
export function worldCreator({ workspaces, workspace }: SandboxClient): WorkspaceHome["createOf"] {
  return async (world, options) => {
    const { id } = await workspaces.create({ ...options, fixture: "default" });
    const client = workspace(id);
    try {
      const state = asBegun(world, await client.state.get());
      const created = await client.state.put(state);
      return { created, client: resettingTo(state, client), forget: () => {} };
    } catch (error) {
      await workspaces.drop(id);
      throw error;
    }
  };
}

/**
 * The initial world of a workspace. The choices and the quota of the new workspace override those of the world. Keys
 * are the workspace's own, because a key belongs to one workspace.
 */
function asBegun(given: FixtureWorld, begun: State): State {
  const world: State = JSON.parse(JSON.stringify(given));
  const quota = begun.apiKeys?.find(({ quotaPerHour }) => quotaPerHour !== undefined)?.quotaPerHour;
  return {
    ...world,
    assumptions: { ...world.assumptions, ...begun.assumptions },
    apiKeys: (world.apiKeys ?? []).map((entry) => {
      const { key: _key, ...keyless } = entry;
      return quota === undefined ? keyless : { ...keyless, quotaPerHour: quota };
    }),
  };
}

/** A client whose reset restores the world, unless the reset names a fixture. */
function resettingTo(state: State, client: WorkspaceClient): WorkspaceClient {
  return {
    ...client,
    async reset(to = {}) {
      const reset = await client.reset(to);
      return to.fixture === undefined ? client.state.put(state) : reset;
    },
  };
}
