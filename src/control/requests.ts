import * as z from "zod";

import type { JournalEntry } from "../workspace/journal.ts";
import { ok, page } from "./answer.ts";
import type { ControlOperation } from "./operation.ts";
import { reading } from "./operation.ts";
import { Moment, NoQuery, one, pageOf, pageQuery } from "./shapes.ts";

const requestQuery = {
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z.coerce.number().int().exactOptional(),
  operationId: z.string().exactOptional(),
  since: Moment.exactOptional(),
};

interface RequestFilter {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly operationId?: string;
  readonly since?: number;
}

const Message = z.strictObject({
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

const ShownRequest = z.strictObject({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int(),
  operationId: z.string().nullable(),
  durationMs: z.number(),
  apiKeyId: z.string().nullable(),
  surface: z.string(),
  rules: z.array(z.string()),
  reason: z.string().exactOptional(),
  request: Message,
  response: Message,
});

function showRequest({ at, rules, reason, ...entry }: JournalEntry): z.infer<typeof ShownRequest> {
  return {
    ...entry,
    at: new Date(at).toISOString(),
    rules: rules.map(({ id, assumed }) => (assumed ? `${id};assumed` : id)),
    ...(reason === null ? {} : { reason }),
  };
}

function matches(entry: JournalEntry, filter: RequestFilter): boolean {
  const { method, path, status, operationId, since } = filter;
  return (
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || entry.status === status) &&
    (operationId === undefined || entry.operationId === operationId) &&
    (since === undefined || entry.at >= since)
  );
}

/** GET `W/requests`: the journal, newest first. */
export const listRequests: ControlOperation = reading({
  id: "list-requests",
  summary: "The requests to the emulated API and their answers, newest first",
  level: "workspace",
  method: "GET",
  path: "/requests",
  query: z.strictObject({ ...requestQuery, ...pageQuery }),
  answer: pageOf(ShownRequest),
  run({ workspace }, { limit, offset, ...filter }) {
    const found = workspace.journal.entries().filter((entry) => matches(entry, filter));
    return page(found, { limit, offset }, showRequest);
  },
});

/** GET `W/requests/count`. */
export const countRequests: ControlOperation = reading({
  id: "count-requests",
  summary: "How many requests match, and how many were dropped from the journal",
  level: "workspace",
  method: "GET",
  path: "/requests/count",
  query: z.strictObject(requestQuery),
  answer: one(z.strictObject({ count: z.int(), dropped: z.int() })),
  run: ({ workspace }, filter) =>
    ok({
      count: workspace.journal.entries().filter((entry) => matches(entry, filter)).length,
      dropped: workspace.journal.dropped(),
    }),
});

/** DELETE `W/requests`. */
export const forgetRequests: ControlOperation = reading({
  id: "forget-requests",
  summary: "Forget the journal",
  level: "workspace",
  method: "DELETE",
  path: "/requests",
  query: NoQuery,
  answer: one(z.strictObject({ forgotten: z.int() })),
  run({ workspace }) {
    const forgotten = workspace.journal.entries().length;
    workspace.journal.clear();
    return ok({ forgotten });
  },
});
