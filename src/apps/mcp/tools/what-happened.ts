import * as z from "zod";

import { textOrEmpty } from "../../../base/values/json.ts";
import type { SandboxEvent } from "../../../library/client/events.ts";
import type { WorkspaceClient } from "../../../library/client/workspace-client.ts";
import type { NextCall } from "../tool-names.ts";
import { newTool } from "../tool.ts";

const newestShown = 15;
/** What is read in one call while it looks for refused requests. */
const readAtOnce = 500;

/** The events of a workspace: requests with the reason of their answer, mails, records, time. */
export const whatHappened = newTool({
  name: "what_happened",
  kind: "read",
  description:
    "The newest 15 events (requests with status and reason, mails, changes) and how often each operation answered what. With the cursor of an earlier answer: what came since.",
  input: {
    cursor: z.int().min(0).optional(),
    only: z.enum(["all", "refused"]).default("all"),
  },
  example: {},
  async run({ surroundings, workspace }, { cursor, only }) {
    const world = surroundings.client.workspace(workspace);
    const wanted = (event: SandboxEvent): boolean => only === "all" || isRefused(event);
    const [{ events, newest }, { operations, requests }, unknown] = await Promise.all([
      cursor === undefined ? newestEvents(world, wanted) : eventsSince(world, cursor, wanted),
      world.coverage(),
      surroundings.isBound ? 0 : unknownKeys(surroundings.client),
    ]);
    const counts = operations
      .filter(({ statuses }) => Object.keys(statuses).length > 0)
      .map(({ id, statuses }) => ({ operation: id, statuses }));
    const cursors = events.map((event) => event.cursor);
    return {
      data: {
        events: events.map(shownEvent),
        cursor: newest,
        requests,
        counts,
        ...(unknown === 0
          ? {}
          : {
              note: `${unknown} requests to this sandbox, at any time, got 401 for an unknown key.`,
            }),
      },
      lists: ["events", "counts"],
      // Since a cursor, the oldest come first: the rest follows the last one shown.
      ...(cursor === undefined
        ? {}
        : {
            cut(kept: number) {
              const last = cursors[kept - 1] ?? cursor;
              const more: NextCall = {
                tool: "what_happened",
                arguments: { workspace, only, cursor: last },
              };
              return { cursor: last, more };
            },
          }),
      next: nextAfterEvents(workspace, events, newest),
    };
  },
});

interface Read {
  readonly events: readonly SandboxEvent[];
  /** The cursor to continue from. */
  readonly newest: number;
}

/** The newest matching events, newest first. Reads backwards until there are enough. */
async function newestEvents(
  world: WorkspaceClient,
  wanted: (event: SandboxEvent) => boolean,
): Promise<Read> {
  const { data, meta } = await world.events.list(0, { limit: 1 });
  const oldest = data[0]?.cursor ?? 1;
  const newest = oldest + meta.total - 1;
  let found: readonly SandboxEvent[] = [];
  for (let until = newest; until >= oldest && found.length < newestShown; until -= readAtOnce) {
    const after = Math.max(oldest - 1, until - readAtOnce);
    // oxlint-disable-next-line no-await-in-loop -- reads on only while too few match
    const { data: some } = await world.events.list(after, { limit: until - after });
    found = [...some.filter(wanted), ...found];
  }
  return { events: found.slice(-newestShown).toReversed(), newest: Math.max(newest, 0) };
}

async function eventsSince(
  world: WorkspaceClient,
  cursor: number,
  wanted: (event: SandboxEvent) => boolean,
): Promise<Read> {
  const { data } = await world.events.list(cursor, { limit: readAtOnce });
  return { events: data.filter(wanted), newest: data.at(-1)?.cursor ?? cursor };
}

function isRefused({ type, data }: SandboxEvent): boolean {
  return type === "request" && (Number(data["status"]) >= 400 || data["status"] === 0);
}

function shownEvent({ cursor, at, type, data }: SandboxEvent): object {
  if (type !== "request") return { cursor, at, type, ...data };
  const { requestId, method, path, query, status, reason, hints, apiKeyId, operationId } = data;
  const search = typeof query === "string" && query !== "" ? `?${query.replace(/^\?/, "")}` : "";
  return {
    cursor,
    at,
    request: requestId,
    call: `${textOrEmpty(method)} ${textOrEmpty(path)}${search}`,
    status,
    operation: operationId,
    ...(apiKeyId === null ? {} : { apiKeyId }),
    ...(reason === undefined ? {} : { reason }),
    ...(hints === undefined ? {} : { hints }),
  };
}

/** The number of requests with an unknown key, which are in the journal of `default`. */
async function unknownKeys(client: Pick<WorkspaceClient, "requests">): Promise<number> {
  const { data } = await client.requests.list({ status: 401, limit: 1_000 });
  return data.filter(({ rules }) => rules.some((rule) => rule.startsWith("auth.invalid"))).length;
}

function nextAfterEvents(
  workspace: string,
  events: readonly SandboxEvent[],
  newest: number,
): readonly NextCall[] {
  const refused = events
    .filter(isRefused)
    .toSorted((one, other) => other.cursor - one.cursor)
    .at(0)?.data["requestId"];
  const since: NextCall = { tool: "what_happened", arguments: { workspace, cursor: newest } };
  if (typeof refused === "string") {
    return [{ tool: "explain", arguments: { workspace, request: refused } }, since];
  }
  const isTried = events.some(({ type }) => type === "request");
  return isTried ? [{ tool: "uncovered", arguments: { workspace } }, since] : [since];
}
