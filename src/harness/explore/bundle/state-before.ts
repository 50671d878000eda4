/** Restores the state of a run in a sandbox by sending the calls of its bundle again. */
import { performance } from "../../../base/values/native-timers.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { BundleContent, BundledCall } from "./bundle-content.ts";
import { isReplayed } from "./replayed.ts";

/** The clock of a run. It stays at the moment of the last `goTo` and continues after `letGo`. */
export interface RunTime {
  readonly now: () => number;
  /** Moves to this many milliseconds after the start, never back. */
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
 * Sends the calls before number `at`, counted from 1, to `sandbox`, each at its original time. It skips calls
 * that were not carried out.
 */
export async function stateBefore(
  sandbox: Sandbox,
  { calls }: Pick<BundleContent, "calls">,
  { at, time }: { readonly at: number; readonly time: RunTime },
): Promise<void> {
  for (const call of calls.slice(0, at - 1)) {
    time.goTo(call.sentAtMs);
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were sent
    if (isReplayed(call)) await send(sandbox, call);
  }
  time.goTo(calls[at - 1]?.sentAtMs ?? 0);
  time.letGo();
}

/** A readable name of a call, such as `POST /v1/firms/Harb0rPt/leads`. */
export function bundledCallName({ method, path }: BundledCall): string {
  return `${method} ${path}`;
}

async function send(sandbox: Sandbox, call: BundledCall): Promise<void> {
  const { method, path, body } = call;
  const key = await apiKeyOfCall(sandbox, call);
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

/** Looks up the key by its id, because bundles omit keys. The seed generates the same keys in this sandbox. */
async function apiKeyOfCall(
  sandbox: Sandbox,
  { workspaceId, apiKeyId }: BundledCall,
): Promise<string | null> {
  if (workspaceId === null || apiKeyId === null) return null;
  return sandbox.keyOf(workspaceId, apiKeyId);
}
