import { sandbox, workspace } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";

/** Ids of records by the last word of the path before the parameter, each with a name. */
export type Records = Readonly<Record<string, readonly (readonly [id: string, name: string])[]>>;

export async function recordsOf(): Promise<Records> {
  const [{ firms }, { data: leads }, workflows] = await Promise.all([
    sandbox().workspaces.get(workspaceId.value),
    workspace().leads.list({ limit: 100 }),
    workspace().workflows.get(),
  ]);
  return {
    firms: firms.map(({ id, name }) => [id, name]),
    firmMembers: firms.flatMap(({ firmMembers }) =>
      firmMembers.map(({ id, email }) => [id, email] as const),
    ),
    referralCodes: firms.flatMap(({ name, referralCodes }) =>
      referralCodes.map(({ id }) => [id, `code of ${name}`] as const),
    ),
    leads: leads.map(({ id, email }) => [id, email]),
    plans: leads.flatMap(({ email, plan_ids: ids }) =>
      ids.map((id) => [id, `Plan of ${email}`] as const),
    ),
    clientProfiles: leads.flatMap(({ email, clientProfileId: id }) =>
      id === null ? [] : [[id, `client ${email}`] as const],
    ),
    workflows: workflows.map(({ id }) => [id, "workflow"]),
  };
}

/** The kind of records that a parameter of a path names: `leads` for `/leads/{leadId}`. */
export function kindIn(path: string, parameter: string): string {
  return path.split(`/{${parameter}}`)[0]?.split("/").at(-1) ?? "";
}
