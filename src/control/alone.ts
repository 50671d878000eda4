import { ControlError } from "./control-error.ts";
import type { ControlCall } from "./operation.ts";

/** Runs what must not meet a request to the emulated API half way: those under way end first, those that come meanwhile wait. */
export function alone<Result>(call: ControlCall, work: () => Result): Promise<Result> {
  const { workspace, registry } = call;
  return workspace.traffic.alone(() => {
    if (registry.find(workspace.id) === workspace) return work();
    throw new ControlError(404, `The workspace ${workspace.id} was dropped meanwhile.`);
  });
}
