/** The refusals for unknown and broken workspaces. */
import { isoDuration } from "../../../base/values/duration.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { OverLimitError } from "../../../world/workspace/storage/size-limits.ts";
import { ControlError } from "../calls/control-error.ts";

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

/** The refusal of a new workspace. */
export function notCreated(
  registry: Pick<Registry, "broken" | "list" | "idleMs">,
  id: string | undefined,
  reason: "id-taken" | "too-many",
): ControlError {
  if (reason === "too-many") return tooManyWorkspaces(registry);
  const message = `The workspace ${JSON.stringify(id)} already exists.`;
  return (
    brokenWorkspace(registry, id) ??
    new ControlError(409, message, { hint: "Drop it first, or omit the id to get a free one." })
  );
}

/** The 507 for a workspace more than `--workspaces-max`. */
function tooManyWorkspaces(registry: Pick<Registry, "list" | "idleMs">): ControlError {
  const count = othersIn(registry).length;
  const message = `This sandbox has ${count} workspaces, the maximum of --workspaces-max.`;
  return new ControlError(507, message, { hint: whatToDrop(registry) });
}

/** The 507 for a write that would exceed `--workspace-bytes-max` or `--bytes-max`. With isolation, it names no workspace. */
export function overLimit(
  {
    registry,
    guard: { isIsolated },
  }: {
    readonly registry: Pick<Registry, "list" | "idleMs">;
    readonly guard: { readonly isIsolated: boolean };
  },
  { message, limit }: OverLimitError,
): ControlError {
  const hint =
    limit === "one"
      ? "Reset the workspace, delete mails, or send or start with less."
      : isIsolated
        ? dropUnused
        : whatToDrop(registry);
  return new ControlError(507, message, { hint });
}

const dropUnused =
  "Drop workspaces and snapshots that are no longer used, or create them with idleSeconds.";

function whatToDrop(registry: Pick<Registry, "list" | "idleMs">): string {
  const idle = othersIn(registry)
    .map(({ id }) => ({ id, seconds: Math.floor(registry.idleMs(id) / 1_000) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, nearestMax)
    .map(({ id, seconds }) => `${id} (${isoDuration(seconds * 1_000)})`);
  const longest = idle.length === 0 ? "" : ` Idle for the longest: ${idle.join(", ")}.`;
  return `${dropUnused}${longest}`;
}

function othersIn(registry: Pick<Registry, "list">) {
  return registry.list().filter(({ id }) => id !== defaultWorkspaceId);
}

/** Number of names in a hint. */
const nearestMax = 3;

/** The 404 for an id that no workspace has. It names no other one, as a test may not know of those of others. */
export function unknownWorkspace(id: string): ControlError {
  return new ControlError(404, `There is no workspace ${JSON.stringify(id)}.`, {
    hint: "GET /_sandbox/workspaces lists all.",
  });
}
