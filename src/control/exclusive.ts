import type { Workspace } from "../workspace/workspace.ts";
import { ControlError } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";

/**
 * Runs work that must not overlap with requests to the emulated API. It waits for those in flight, and new ones
 * wait.
 */
export function exclusive<Result>(call: ControlCall, work: () => Result): Promise<Result> {
  return call.workspace.gate.exclusive(() => {
    refuseDropped(call);
    return work();
  });
}

/**
 * Runs work that reads a consistent workspace over several turns of the event loop. Writers wait, except mail and
 * logs. `check` throws after the workspace was dropped; the work calls it before each read.
 */
export function withReadLock<Result>(
  call: ControlCall,
  work: (check: () => void) => Promise<Result>,
): Promise<Result> {
  return call.workspace.gate.withReadLock(() => work(() => refuseDropped(call)));
}

/** Finds a workspace once no long read of it is running. The caller may write to it in this turn. */
export async function writable<Found extends Workspace | null>(find: () => Found): Promise<Found> {
  for (;;) {
    const workspace = find();
    const reading = workspace?.gate.reading() ?? null;
    if (reading === null) return workspace;
    // oxlint-disable-next-line no-await-in-loop -- another reader may have started during the wait
    await reading;
  }
}

function refuseDropped({ workspace, registry }: ControlCall): void {
  if (registry.find(workspace.id) === workspace) return;
  throw new ControlError(404, `The workspace ${workspace.id} has been dropped.`);
}
