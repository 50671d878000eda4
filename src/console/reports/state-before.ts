/** Brings a fresh workspace to a point of a run by replaying the calls of its bundle. */
import type { BundledCall } from "../../explore/bundle/bundle-content.ts";
import { callControl, sandbox } from "../shell/connection.ts";
import type { Bundle } from "./files.ts";
import { destinationOf } from "./replayed-call.ts";

/** The number of the varied call, counted from 1. Without one, the number after the last call. */
export function variedCall({ calls }: Bundle): number {
  const at = calls.findIndex(({ variation }) => variation !== null);
  return at === -1 ? calls.length + 1 : at + 1;
}

/** Creates a workspace, sends the calls before number `at`, and returns its id. */
export async function stateBefore(bundle: Bundle, at: number): Promise<string> {
  const { settings, variation, startsAt, calls } = bundle;
  const before = calls.slice(0, at - 1);
  // Nothing is created or sent if one of the calls is refused.
  for (const call of before) destinationOf(call, location.origin, "fresh");
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
  for (const call of before) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    await send(call, id, keys);
  }
  return id;
}

async function send(
  call: BundledCall,
  workspaceId: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const { method, body, apiKeyId } = call;
  const destination = destinationOf(call, location.origin, workspaceId);
  if (destination === null) return;
  if ("control" in destination) {
    await callControl(method, destination.control, body);
    return;
  }
  const key = keys.get(apiKeyId ?? "");
  // Without a key of this workspace, the call would count in another one.
  if (key === undefined) return;
  const response = await fetch(destination.api, {
    method,
    headers: { "x-api-key": key, ...(body === null ? {} : { "content-type": "application/json" }) },
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  await response.arrayBuffer();
}
