import * as z from "zod";

import type { Environment } from "../../../domain/model/firm.ts";
import { environments } from "../../../domain/model/firm.ts";
import {
  isBoundedPattern,
  pathMatches,
  patternLengthMax,
  tooManyWildcards,
} from "../../../domain/model/path-pattern.ts";
import type { JournalEntry } from "../../../world/workspace/logs/journal.ts";
import { Moment } from "../calls/shapes.ts";

/** The query parameters that select requests; `path` is a path or a pattern. */
export const requestQuery = {
  method: z.string().exactOptional().describe("Not case-sensitive"),
  path: z
    .string()
    .max(patternLengthMax)
    .refine(isBoundedPattern, tooManyWildcards)
    .exactOptional()
    .describe("With or without the version segment; `*` matches one segment, `**` any text"),
  status: z.int().exactOptional().describe("The status of the answer; 0 for none"),
  operationId: z.string().exactOptional().describe("The operation of the emulated API"),
  apiKeyId: z.string().exactOptional().describe("The id of the key that was sent"),
  environment: z
    .enum(environments)
    .exactOptional()
    .describe("The environment of the request; both by default"),
  since: Moment.exactOptional().describe("The earliest time, on the workspace's clock"),
};

export interface RequestFilter {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly operationId?: string;
  readonly apiKeyId?: string;
  readonly environment?: Environment;
  readonly since?: number;
}

/** Whether an entry of the journal matches the filter. */
export function matches(entry: JournalEntry, filter: RequestFilter): boolean {
  const { method, path, status, operationId, apiKeyId, environment, since } = filter;
  return (
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || pathMatches(path, entry.path)) &&
    (status === undefined || entry.status === status) &&
    (operationId === undefined || entry.operationId === operationId) &&
    (apiKeyId === undefined || entry.apiKeyId === apiKeyId) &&
    (environment === undefined || entry.surface.endsWith(`-${environment}`)) &&
    (since === undefined || entry.at >= since)
  );
}
