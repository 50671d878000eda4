/** Reports when workspaces of one sandbox are created, first used and dropped. */
import type { EventLog, LogEnd } from "../logs/events.ts";
import { newEventLog } from "../logs/events.ts";
import type { Workspace } from "../workspace.ts";

export interface WorkspaceLifecycle {
  /** Events of workspaces that were created and dropped. */
  readonly log: EventLog<LifecycleEventType>;
  readonly created: (workspace: Pick<Workspace, "id" | "origin">) => void;
  readonly opened: (workspace: Workspace) => void;
  readonly dropped: (id: string, why: LogEnd) => void;
  /** Calls `onOpened` with each workspace on its first use; returns the function that unsubscribes. */
  readonly follow: (onOpened: (workspace: Workspace) => void) => () => void;
}

export type LifecycleEventType = "workspace-created" | "workspace-dropped";

const bounds = { entriesMax: 10_000, bytesMax: 4 * 1024 * 1024 };

/** No workspace was made yet. */
export function newWorkspaceLifecycle(systemNow: () => number): WorkspaceLifecycle {
  const log = newEventLog<LifecycleEventType>(bounds);
  const followers = new Set<(workspace: Workspace) => void>();
  return {
    log,
    created({ id, origin }) {
      const { label = null, owner = null, fixture } = origin();
      const data = { workspaceId: id, label, owner, fixture };
      log.append({ at: systemNow(), type: "workspace-created", data });
    },
    opened(workspace) {
      for (const onOpened of followers) onOpened(workspace);
    },
    dropped(id, why) {
      const data = { workspaceId: id, reason: why };
      log.append({ at: systemNow(), type: "workspace-dropped", data });
    },
    follow(onOpened) {
      followers.add(onOpened);
      return () => followers.delete(onOpened);
    },
  };
}
