import type { EventType, WorkspaceEvent } from "../workspace/events.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ControlError } from "./control-error.ts";

/** The longest that a call waits, in real time. */
export const waitMsMax = 60_000;

/** What the parameter that says how long is for. */
export const waitText = "How long to wait in real time, in milliseconds";

export interface Waiting<Found> {
  /** The kinds of events after which there may be something to find. */
  readonly types: readonly EventType[];
  /** Called now, with null, and with each such event; null for nothing yet. */
  readonly find: (event: WorkspaceEvent | null) => Found | null;
  readonly timeoutMs: number;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}

/**
 * The result of `find`, now or after an event; null after `timeoutMs` of real time. Throws a 404 when the workspace
 * is dropped. It looks after each event, not at intervals.
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
