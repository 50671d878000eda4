import type { WorkspaceClient } from "../../client/index.ts";

/** A request of the journal, as the control API shows it. */
export type JournaledRequest = Awaited<ReturnType<WorkspaceClient["requests"]["get"]>>;

/** The path with its query. */
export function targetOf({ path, query }: Pick<JournaledRequest, "path" | "query">): string {
  const bare = query.replace(/^\?/, "");
  return bare === "" ? path : `${path}?${bare}`;
}
