/** Brings a fresh workspace to a point of a run by replaying the calls of its bundle. */
import { callControl, sandbox } from "../shell/connection.ts";
import type { Bundle, BundledCall } from "./files.ts";

/** The number of the varied call, counted from 1. Without one, the number after the last call. */
export function variedCall({ calls }: Bundle): number {
  const at = calls.findIndex(({ variation }) => variation !== null);
  return at === -1 ? calls.length + 1 : at + 1;
}

/** Creates a workspace, sends the calls before number `at`, and returns its id. */
export async function stateBefore(bundle: Bundle, at: number): Promise<string> {
  const { settings, variation, startsAt, calls } = bundle;
  const { id, firms } = await sandbox().workspaces.create({
    seed: settings.seed,
    ...(typeof settings.fixture === "string" ? { fixture: settings.fixture } : {}),
    now: new Date(startsAt).toISOString(),
    assumptions: { ...settings.assumptions, ...variation?.choices },
  });
  if (typeof settings.fixture !== "string") {
    await callControl(
      "PUT",
      `/workspaces/${encodeURIComponent(id)}/state`,
      JSON.stringify(settings.fixture),
    );
  }
  const keys = new Map(firms.flatMap(({ apiKeys }) => apiKeys.map((key) => [key.id, key.key])));
  for (const call of calls.slice(0, at - 1)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    if (call.carriedOut) await send(call, id, keys);
  }
  return id;
}

async function send(
  { plane, method, path, body, apiKeyId }: BundledCall,
  workspaceId: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  if (plane === "control") {
    const inner = path.replace(/^\/_sandbox(?:\/workspaces\/[^/?]+)?/, "");
    // This workspace replaces any that the client created or dropped.
    if (inner === "" || inner.startsWith("?")) return;
    await callControl(method, `/workspaces/${encodeURIComponent(workspaceId)}${inner}`, body);
    return;
  }
  const key = apiKeyId === null ? undefined : keys.get(apiKeyId);
  const response = await fetch(location.origin + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(body === null ? {} : { "content-type": "application/json" }),
    },
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  await response.arrayBuffer();
}
