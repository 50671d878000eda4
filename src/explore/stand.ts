/** Brings a sandbox to where a run was, by sending again what its bundle holds. */
import type { Sandbox } from "../sandbox.ts";
import type { BundleContent, BundledCall } from "./bundle.ts";

/** Sends the calls before number `at`, counted from 1, to `sandbox`; those that were not carried out are left out. */
export async function standBefore(
  sandbox: Sandbox,
  { calls }: Pick<BundleContent, "calls">,
  at: number,
): Promise<void> {
  for (const call of calls.slice(0, at - 1)) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    if (call.carriedOut) await send(sandbox, call);
  }
}

/** The number of the varied call, counted from 1, or that after the last call of a run in which none was varied. */
export function variedCallAt({ calls }: Pick<BundleContent, "calls">): number {
  const at = calls.findIndex(({ variation }) => variation !== null);
  return at === -1 ? calls.length + 1 : at + 1;
}

/** A call as a person reads it, such as `POST /v1/firms/Harb0rPt/leads`. */
export function bundledCallName({ method, path }: BundledCall): string {
  return `${method} ${path}`;
}

async function send(sandbox: Sandbox, call: BundledCall): Promise<void> {
  const { method, path, body } = call;
  const key = await keyOf(sandbox, call);
  const headers = {
    ...(body === null ? {} : { "content-type": "application/json" }),
    ...(key === null ? {} : { "x-api-key": key }),
  };
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers,
    ...(body === null || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const response = await sandbox.fetch(request);
  await response.arrayBuffer();
}

/** The key that has the same place in this sandbox: keys follow from the seed and are not in a bundle. */
async function keyOf(
  sandbox: Sandbox,
  { workspaceId, apiKeyId }: BundledCall,
): Promise<string | null> {
  if (workspaceId === null || apiKeyId === null) return null;
  return sandbox.keyOf(workspaceId, apiKeyId);
}
