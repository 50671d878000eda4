import { readableQuery } from "../../../base/values/decoded.ts";
import type { WorkspaceClient } from "../../../library/client/index.ts";

export type JournaledRequest = Awaited<ReturnType<WorkspaceClient["requests"]["get"]>>;

export interface OfRequest {
  readonly request: JournaledRequest;
}

/** A target as its path and its query; the query is null without a question mark. */
export function partsOf(target: string): readonly [path: string, query: string | null] {
  const at = target.indexOf("?");
  return at === -1 ? [target, null] : [target.slice(0, at), target.slice(at + 1)];
}

/** The target with a path and a query. */
export function withQuery(path: string, query: string | null): string {
  return query === null || query === "" ? path : `${path}?${query}`;
}

export function targetOf({ path, query }: Pick<JournaledRequest, "path" | "query">): string {
  return withQuery(path, query.replace(/^\?/, ""));
}

/** The target with its query as people read it. */
export function readableTarget(request: Pick<JournaledRequest, "path" | "query">): string {
  const { path, query } = request;
  return targetOf({ path, query: readableQuery(query) });
}
