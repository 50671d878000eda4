import * as z from "zod";

import { nativeTimers } from "../../../base/values/native-timers.ts";
import type { EventType, WorkspaceEvent } from "../../../world/workspace/logs/events.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { ControlError } from "./control-error.ts";

/** Maximum wait of a call, in real time. */
const waitMsMax = 60_000;

/** How long a call waits. */
export const WaitMs = z
  .int()
  .min(0)
  .default(5_000)
  .transform((waitMs) => Math.min(waitMs, waitMsMax))
  .describe(`How long to wait in real time, in milliseconds; a call waits at most ${waitMsMax}`);

export interface Waiting<Found> {
  /** The event types that can lead to a new result. */
  readonly types: readonly EventType[];
  /** Called at once with null, and then with each such event; returns null without a result. */
  readonly find: (event: WorkspaceEvent | null) => Found | null;
  readonly timeoutMs: number;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * The result of `find`, now or after an event; null after `timeoutMs` of real time. Throws a 404 if the workspace
 * is dropped. It checks after each event, not at intervals.
 */
export async function until<Found>(
  workspace: Workspace,
  { types, find, timeoutMs, signal }: Waiting<Found>,
): Promise<Found | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
  const look = (event: WorkspaceEvent | null): void => {
    try {
      const found = find(event);
      if (found !== null) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const unsubscribe = workspace.events.subscribe({
    onEvent: (event) => {
      if (types.includes(event.type)) look(event);
    },
    onEnd: () => reject(new ControlError(404, "The workspace was dropped while this call waited.")),
  });
  const giveUp = (): void => resolve(null);
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  const { setTimeout, clearTimeout } = workspace.sandbox.timers ?? nativeTimers;
  const timer = setTimeout(giveUp, timeoutMs);
  try {
    look(null);
    return await promise;
  } finally {
    unsubscribe();
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
