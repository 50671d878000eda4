import * as z from "zod";

import { pathMatches } from "../domain/path-pattern.ts";
import type { JournalEntry } from "../workspace/journal.ts";
import { Moment } from "./shapes.ts";

/** The query parameters that select requests; `path` is a path or a pattern of paths. */
export const requestQuery = {
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z.int().exactOptional(),
  operationId: z.string().exactOptional(),
  apiKeyId: z.string().exactOptional(),
  since: Moment.exactOptional(),
};

export interface RequestFilter {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly operationId?: string;
  readonly apiKeyId?: string;
  readonly since?: number;
}

/** Whether an entry of the journal is one of those asked for. */
export function matches(entry: JournalEntry, filter: RequestFilter): boolean {
  const { method, path, status, operationId, apiKeyId, since } = filter;
  return (
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || pathMatches(path, entry.path)) &&
    (status === undefined || entry.status === status) &&
    (operationId === undefined || entry.operationId === operationId) &&
    (apiKeyId === undefined || entry.apiKeyId === apiKeyId) &&
    (since === undefined || entry.at >= since)
  );
}
