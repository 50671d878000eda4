import { cleanLabel } from "../../../domain/model/test-label.ts";
import { defaultWorkspaceId } from "../../../world/workspace/registry/initial-state.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { ServerInfo } from "../server/server-info.ts";
import { showConfigured } from "./show-workspace.ts";
import type { ConfiguredWorkspace } from "./shown-workspace.ts";

/**
 * Creates and drops workspaces for a program in the same process, as the control API does. It does not load the
 * control API, which takes a third of a first use. The control API handles input that is complex or invalid.
 */
export interface PlainWorkspaces {
  /** Null if the body has more than a label and a fixture, or if creation fails. */
  readonly create: (body: Readonly<Record<string, unknown>>) => ConfiguredWorkspace | null;
  /** False if there is no such workspace, or it cannot be dropped. */
  readonly drop: (id: string) => Promise<boolean>;
}

export function plainWorkspaces(
  registry: Registry,
  { defaults, address }: Pick<ServerInfo, "address" | "defaults">,
): PlainWorkspaces {
  return {
    create({ label, fixture = defaults.fixture, ...others }) {
      if (Object.keys(others).length > 0 || !isLabel(label)) return null;
      if (typeof fixture !== "string") return null;
      try {
        const made = registry.create({ ...defaults, label, fixture, assumptions: {} });
        return made.ok ? showConfigured(made.workspace, { address }) : null;
      } catch {
        // The control API fails in the same way and reports why.
        return null;
      }
    },
    async drop(id) {
      const workspace = registry.find(id);
      if (workspace === null || id === defaultWorkspaceId) return false;
      workspace.schedule.runUpTo(workspace.clock.now());
      return workspace.gate.exclusive(() => {
        const isThere = registry.find(id) === workspace;
        if (isThere) registry.drop(id);
        return isThere;
      });
    },
  };
}

function isLabel(label: unknown): label is string | undefined {
  if (label === undefined) return true;
  return typeof label === "string" && label !== "" && label === cleanLabel(label);
}
