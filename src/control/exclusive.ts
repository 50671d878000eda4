import { ControlError } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";

/** Runs work that must not overlap with a request to the emulated API: requests in flight finish first, new ones wait. */
export function exclusive<Result>(call: ControlCall, work: () => Result): Promise<Result> {
  const { workspace, registry } = call;
  return workspace.gate.exclusive(() => {
    if (registry.find(workspace.id) === workspace) return work();
    throw new ControlError(404, `The workspace ${workspace.id} was dropped meanwhile.`);
  });
}
