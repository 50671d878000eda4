/** The API keys of the workspace. The journal redacts them, and resending a request needs one. */
import { sandbox } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";

export interface UsableKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** Every key of the workspace, named after its Firm and its use. */
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
