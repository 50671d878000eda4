/** How a program in the same process watches and changes a sandbox: what `explore` runs its trials by. */
import type { ControlPlane } from "./control-plane.ts";
import type { ServerInfo } from "./control/server-info.ts";
import type { ShownRequest } from "./control/shown-request.ts";
import { targetOf } from "./domain/request-target.ts";
import type { Gate } from "./gates/gate.ts";
import { hasBody } from "./http/body.ts";
import type { WorkspaceWatch } from "./open-workspaces.ts";
import { worldOf } from "./workspace/save-world.ts";
import type { Workspace } from "./workspace/workspace.ts";
import type { World } from "./workspace/world.ts";

/** What watches a sandbox from within the process, and what it changes of it. */
export interface SandboxWatch extends Omit<WorkspaceWatch, "onWorldEnd"> {
  /** Called with every request to the emulated API, as the journal of its workspace shows it. */
  readonly onRequest?: (request: ShownRequest) => void;
  /** Called with every call of the control API, before it is answered. */
  readonly onControlCall?: (call: ControlCallSeen) => void;
  /** Called with what a workspace holds just before it is dropped, expires, is closed, reset, restored or replaced. */
  readonly onWorldEnd?: (ended: EndedWorld) => void;
  /** Stands before every other gate of the emulated API. */
  readonly gate?: Gate;
  /** What `GET W/trial` answers. */
  readonly trialOf?: ServerInfo["trialOf"];
}

/** A call of the control API as it came. */
export interface ControlCallSeen {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string;
}

/** What a workspace held when its world ended. */
export interface EndedWorld {
  readonly workspace: Workspace;
  readonly world: World;
}

/** The part of it that concerns workspaces. */
export function workspaceWatch({ onWorldEnd, ...watch }: SandboxWatch): WorkspaceWatch {
  if (onWorldEnd === undefined) return watch;
  return {
    ...watch,
    onWorldEnd: (workspace) =>
      onWorldEnd({ workspace, world: worldOf(workspace.store(), workspace.assumptions()) }),
  };
}

/** Answers by the control API; `onCall` is called first. */
export function watchedPlane(
  plane: () => Promise<ControlPlane>,
  onCall: SandboxWatch["onControlCall"],
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { app } = await plane();
    if (onCall === undefined) return app.fetch(request);
    const { method, headers, url, signal } = request;
    const { path, query } = targetOf(request.url);
    const bytes = hasBody(request) ? await request.arrayBuffer() : null;
    onCall({
      method,
      path: query === "" ? path : `${path}?${query}`,
      contentType: headers.get("content-type"),
      body: bytes === null ? "" : Buffer.from(bytes).toString("utf8"),
    });
    if (bytes === null) return app.fetch(request);
    return app.fetch(new Request(url, { method, headers, signal, body: bytes }));
  };
}
