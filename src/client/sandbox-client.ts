/** A typed client of the control plane; it has no code of the server and runs wherever there is `fetch`. */
import type { getControlDocument, getEmulatedDocument } from "../control/documents.ts";
import type { getHealth, getRules } from "../control/server.ts";
import type { closeSession, openSession } from "../control/session.ts";
import type {
  createWorkspace,
  dropWorkspace,
  getWorkspace,
  listWorkspaces,
} from "../control/workspaces.ts";
import type { Connection, SandboxClientOptions, Transport } from "./connection.ts";
import { connect } from "./connection.ts";
import { workspaceEventsCall } from "./events.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import type { WorkspaceClient } from "./workspace-client.ts";
import { workspaceClient } from "./workspace-client.ts";

/** Everything that a tester can do to a sandbox; the calls of a workspace are those of the default one. */
export type SandboxClient = WorkspaceClient & ReturnType<typeof serverCalls>;

/** A client of the sandbox at `options.url`. Calls throw `SandboxError` for what the sandbox refuses. */
export function newSandboxClient(options: SandboxClientOptions): SandboxClient {
  return newSandboxClientOver(options);
}

/** The same over another transport than `fetch`, where one is given. */
export function newSandboxClientOver(
  options: SandboxClientOptions,
  transport?: Transport,
): SandboxClient {
  const connectTo = (workspaceId?: string): Connection => connect(options, workspaceId, transport);
  const connection = connectTo();
  return { ...workspaceClient(connection), ...serverCalls(connection, connectTo) };
}

function serverCalls(connection: Connection, connectTo: (workspaceId: string) => Connection) {
  const { answer, data } = connection;
  return {
    health: () => data<typeof getHealth>("GET", "/health"),
    /** Every rule that an answer can be traced to. */
    rules: () => answer<typeof getRules>("GET", "/rules"),
    /** A cookie in place of the token, for an EventSource in a browser. */
    session: {
      open: () => data<typeof openSession>("POST", "/session"),
      close: () => data<typeof closeSession>("DELETE", "/session"),
    },
    documents: {
      /** The emulated API as OpenAPI 3.1. */
      emulated: () => answer<typeof getEmulatedDocument>("GET", "/spec/openapi.json"),
      /** The control plane as OpenAPI 3.1. */
      control: () => answer<typeof getControlDocument>("GET", "/openapi.json"),
    },
    workspaces: {
      list: (query: QueryOf<typeof listWorkspaces> = {}) =>
        answer<typeof listWorkspaces>("GET", "/workspaces", { query }),
      create: (workspace: BodyOf<typeof createWorkspace> = {}) =>
        data<typeof createWorkspace>("POST", "/workspaces", { body: workspace }),
      get: (workspaceId: string) =>
        data<typeof getWorkspace>("GET", "/workspaces/{workspaceId}", { params: { workspaceId } }),
      drop: (workspaceId: string) =>
        data<typeof dropWorkspace>("DELETE", "/workspaces/{workspaceId}", {
          params: { workspaceId },
        }),
      /** What happens in all of them, and which are created and dropped. */
      stream: workspaceEventsCall(connection),
    },
    /** The calls of another workspace than the default one. */
    workspace: (workspaceId: string): WorkspaceClient => workspaceClient(connectTo(workspaceId)),
  };
}
