import { worldOf } from "../../../../src/world/workspace/fixtures/save-world.ts";
import type { World } from "../../../../src/world/workspace/fixtures/world.ts";
import type { Workspace } from "../../../../src/world/workspace/workspace.ts";

/** The current state of a workspace. */
export function worldNow(workspace: Workspace): World {
  return worldOf(workspace.store(), workspace.assumptions());
}

/** The current state of a workspace with many Leads more. */
export function largeWorld(workspace: Workspace, leads = 1_000): World {
  const world = worldNow(workspace);
  const [lead] = world.leads;
  if (lead === undefined) throw new Error("The workspace has no Lead.");
  const more = Array.from({ length: leads }, (_, number) => ({
    ...lead,
    id: `Long${number}`,
    lastName: `"[{,\\ ${number} \u{1f600}`,
  }));
  return { ...world, leads: [...world.leads, ...more] };
}
