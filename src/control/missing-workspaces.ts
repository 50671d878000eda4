/** The refusals for unknown and broken workspaces. */
import { defaultWorkspaceId } from "../workspace/initial-state.ts";
import type { Registry } from "../workspace/registry.ts";
import { ControlError } from "./control-error.ts";

/** The 409 for a workspace that the start set aside; null for any other id. */
export function brokenWorkspace(
  registry: Pick<Registry, "broken">,
  id: string | undefined,
): ControlError | null {
  const broken = registry.broken().find((one) => one.id === id);
  if (broken === undefined) return null;
  const message = `The workspace ${JSON.stringify(id)} is broken. ${broken.reason}`;
  return new ControlError(409, message, {
    hint: "The sandbox does not change its file. Stop the sandbox, repair the file or move it away, and start again.",
  });
}

/** The 507 for a workspace more than `--workspaces-max`. */
export function tooManyWorkspaces(registry: Pick<Registry, "list">): ControlError {
  const others = registry.list().filter(({ id }) => id !== defaultWorkspaceId);
  const oldest = others.slice(0, nearestMax).map(({ id }) => id);
  const message = `This sandbox has ${others.length} workspaces, the maximum of --workspaces-max.`;
  return new ControlError(507, message, {
    hint: `Drop those that are no longer used, or create them with idleSeconds. The oldest are: ${oldest.join(", ")}.`,
  });
}

/** Number of names in a hint. */
const nearestMax = 3;

/** The 404 for an id that no workspace has. It names no other one, as a test may not know of those of others. */
export function unknownWorkspace(id: string): ControlError {
  return new ControlError(404, `There is no workspace ${JSON.stringify(id)}.`, {
    hint: "GET /_sandbox/workspaces lists all.",
  });
}
