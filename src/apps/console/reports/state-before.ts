/** Brings a fresh workspace to a point of a run by replaying the calls of its bundle. */
import type { BundledCall } from "../../../harness/explore/bundle/bundle-content.ts";
import { baseUrl } from "../shell/base-url.ts";
import { callControl, sandbox } from "../shell/connection.ts";
import type { Bundle } from "./files.ts";
import { destinationOf } from "./replayed-call.ts";

/** Creates a workspace and sends the calls before number `at`. Returns its id and the calls that had no effect. */
export async function stateBefore(bundle: Bundle, at: number) {
  const { settings, variation, startsAt, calls } = bundle;
  const before = calls.slice(0, at - 1);
  // Nothing is created or sent if one of the calls is refused.
  for (const call of before) destinationOf(call, baseUrl(), "fresh");
  const { fixture } = settings;
  const choices = { ...settings.assumptions, ...variation?.choices };
  const created = await sandbox().workspaces.create({
    seed: settings.seed,
    ...(typeof fixture === "string" ? { fixture } : {}),
    now: new Date(startsAt).toISOString(),
    assumptions: choices,
  });
  const { id } = created;
  // Another world has keys of its own, and its assumptions replace those of the workspace.
  const { firms } =
    typeof fixture === "string"
      ? created
      : await sandbox()
          .workspace(id)
          .state.put({
            ...fixture,
            assumptions: { ...Object(fixture["assumptions"]), ...choices },
          });
  const keys = new Map(firms.flatMap(({ apiKeys }) => apiKeys.map((key) => [key.id, key.key])));
  const failed: string[] = [];
  for (const call of before) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    const problem = await send(call, id, keys);
    if (problem !== null) failed.push(`${call.method} ${call.path}: ${problem}`);
  }
  return { id, failed };
}

/** Sends a call; returns why it had no effect, or null. */
async function send(
  call: BundledCall,
  workspaceId: string,
  keys: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { plane, method, body, apiKeyId } = call;
  const path = destinationOf(call, baseUrl(), workspaceId);
  if (path === null) return null;
  if (plane === "control") {
    await callControl(method, path, body);
    return null;
  }
  const key = keys.get(apiKeyId ?? "");
  // Without a key of this workspace, the call would count in another one.
  if (key === undefined) return "the workspace does not have its key";
  const response = await fetch(baseUrl() + path, {
    method,
    headers: { "x-api-key": key, ...(body === null ? {} : { "content-type": "application/json" }) },
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.ok ? null : `answered with ${response.status}`;
}
