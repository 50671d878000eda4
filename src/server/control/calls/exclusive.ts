import { ControlError } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";

/**
 * Runs work that must not overlap with requests to the emulated API. It waits for those in flight, and new ones
 * wait.
 */
export function exclusive<Result>(call: ControlCall, work: () => Result): Promise<Result> {
  return call.workspace.gate.exclusive(() => {
    refuseDropped(call);
    return call.workspace.causedBy(call.cause, work);
  });
}

function refuseDropped({ workspace, registry }: ControlCall): void {
  if (registry.find(workspace.id) === workspace) return;
  throw new ControlError(404, `The workspace ${workspace.id} has been dropped.`);
}
