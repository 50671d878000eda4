/** Lets a program in the same process observe and change a sandbox; `explore` uses it for its trials. */
import { targetOf } from "../../domain/model/request-target.ts";
import { largestBody } from "../../network/http/body-memory.ts";
import { readAhead } from "../../network/http/read-ahead.ts";
import { worldOf } from "../../world/workspace/fixtures/save-world.ts";
import type { World } from "../../world/workspace/fixtures/world.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { showRequest } from "../control/requests/show-request.ts";
import type { ShownRequest } from "../control/requests/shown-request.ts";
import type { RequestCounts } from "../control/server/request-counts.ts";
import type { ServerInfo } from "../control/server/server-info.ts";
import type { FailureListener } from "../gates/failure.ts";
import { SandboxFailure } from "../gates/failure.ts";
import type { Gate } from "../gates/gate.ts";
import type { ControlPlane } from "./control-plane.ts";
import type { Edge } from "./edge.ts";
import type { ApiWatch } from "./emulated-api.ts";
import type { McpLoader } from "./mcp-app.ts";
import type { WorkspaceWatch } from "./open-workspaces.ts";

/** Callbacks that observe a sandbox in the same process, and overrides of its behaviour. */
export interface SandboxWatch extends Omit<WorkspaceWatch, "onWorldEnd"> {
  /** Called with every request to the emulated API, in the format of the journal. */
  readonly onRequest?: (request: ShownRequest) => void;
  /** The same, as the journal keeps it. */
  readonly onEntry?: ApiWatch["onEntry"];
  /** Called with every call of the control API, before the answer. */
  readonly onControlCall?: (call: ControlCallSeen) => void;
  /** Called with a workspace's records just before its drop, expiry, close, reset, restore or replacement. */
  readonly onWorldEnd?: (ended: EndedWorld) => void;
  /** Runs before every other gate of the emulated API. */
  readonly gate?: Gate;
  /** Another interface in front of the emulated API. */
  readonly edge?: Edge;
  /** Called with each 500 of the sandbox itself, on either plane. */
  readonly onFailure?: FailureListener;
  /** Loads what serves MCP; without it, the sandbox does not. */
  readonly mcp?: McpLoader;
  /** The answer of `GET W/trial`. */
  readonly trialOf?: ServerInfo["trialOf"];
}

export interface ControlCallSeen {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string;
}

/** The records of a workspace at the end of its world. */
export interface EndedWorld {
  readonly workspace: Workspace;
  readonly world: World;
}

/** The part of a watch that concerns the emulated API, whose requests are counted. */
export function apiWatch(
  registry: Registry,
  { gate, edge, onFailure, onRequest, onEntry }: SandboxWatch,
  counts: Pick<RequestCounts, "request">,
): ApiWatch {
  return {
    ...(gate === undefined ? {} : { gate }),
    ...(edge === undefined ? {} : { edge }),
    ...(onFailure === undefined ? {} : { onFailure }),
    onEntry(entry) {
      counts.request(entry);
      onEntry?.(entry);
      onRequest?.(showRequest(registry, entry));
    },
  };
}

/** The part of a watch that concerns workspaces. */
export function workspaceWatch({ onWorldEnd, ...watch }: SandboxWatch): WorkspaceWatch {
  if (onWorldEnd === undefined) return watch;
  return {
    ...watch,
    onWorldEnd: (workspace) =>
      onWorldEnd({ workspace, world: worldOf(workspace.store(), workspace.assumptions()) }),
  };
}

/** Passes requests to the control API, after a call of `onControlCall`. */
export function watchedPlane(
  plane: () => Promise<ControlPlane>,
  { onControlCall, onFailure }: Pick<SandboxWatch, "onControlCall" | "onFailure">,
): (request: Request) => Promise<Response> {
  return async (arrived) => {
    const { app } = await plane();
    if (onControlCall === undefined) return app.fetch(arrived);
    const { request, text } = await readAhead(arrived, largestBody(0), null);
    const { method, headers, url } = request;
    const { path, query } = targetOf(url);
    onControlCall({
      method,
      path: query === "" ? path : `${path}?${query}`,
      contentType: headers.get("content-type"),
      body: text ?? "",
    });
    const response = await app.fetch(request);
    if (response.status === 500 && onFailure !== undefined) {
      onFailure(new SandboxFailure(`${method} ${path}`, await response.clone().text()));
    }
    return response;
  };
}
