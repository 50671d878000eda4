/** Brings a sandbox to where a run was, by sending again what its bundle holds. */
import type { Sandbox } from "../sandbox.ts";
import type { BundleContent, BundledCall } from "./bundle.ts";

/** The clock of a run: it stops at a moment of the run, and continues from there when released. */
export interface RunTime {
  readonly now: () => number;
  /** Goes to the moment that is so long after the start, in milliseconds. */
  readonly goTo: (sinceStartMs: number) => void;
  readonly letGo: () => void;
}

/** The time of a run that started at `startsAt`, in epoch milliseconds. */
export function newRunTime(startsAt: number): RunTime {
  let reached = startsAt;
  let since: number | null = null;
  return {
    now: () => Math.floor(reached + (since === null ? 0 : performance.now() - since)),
    goTo(sinceStartMs) {
      reached = Math.max(reached, startsAt + sinceStartMs);
    },
    letGo() {
      since = performance.now();
    },
  };
}

/**
 * Sends the calls before number `at`, counted from 1, to `sandbox`, each at the `time` at which the client sent it. Calls that
 * were not carried out are left out.
 */
export async function standBefore(
  sandbox: Sandbox,
  { calls }: Pick<BundleContent, "calls">,
  { at, time }: { readonly at: number; readonly time: RunTime },
): Promise<void> {
  for (const call of calls.slice(0, at - 1)) {
    time.goTo(call.sentAtMs);
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    if (call.carriedOut) await send(sandbox, call);
  }
  time.goTo(calls[at - 1]?.sentAtMs ?? 0);
  time.letGo();
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
