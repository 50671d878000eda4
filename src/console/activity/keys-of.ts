/** The API keys of the workspace: the journal shows none, and a request that is sent again needs one. */
import { sandbox } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";

export interface UsableKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** Every key of the workspace, named by its Firm and what it is for. */
export async function keysOf(): Promise<readonly UsableKey[]> {
  const { firms } = await sandbox().workspaces.get(workspaceId.value);
  return firms.flatMap(({ name, apiKeys }) =>
    apiKeys.map(({ id, key, roleType, environment }) => ({
      id,
      key,
      name: `${name}, ${roleType}, ${environment}`,
    })),
  );
}
