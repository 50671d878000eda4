/** A typed client of the control plane. It contains no server code and runs wherever `fetch` exists. */
import type { closeSession, openSession } from "../../server/control/access/session.ts";
import type { getControlDocument } from "../../server/control/documents/documents.ts";
import type { getKit, listKits } from "../../server/control/documents/kits.ts";
import type { getLlms } from "../../server/control/documents/llms.ts";
import type { getMetrics } from "../../server/control/server/metrics.ts";
import type {
  getHealth,
  getPublicUrl,
  getRules,
  putPublicUrl,
} from "../../server/control/server/server.ts";
import type { restoreWorkspace } from "../../server/control/workspaces/restore.ts";
import type { renewToken } from "../../server/control/workspaces/token.ts";
import type {
  changeWorkspace,
  createWorkspace,
  dropWorkspace,
  getWorkspace,
  listWorkspaces,
} from "../../server/control/workspaces/workspaces.ts";
import type { Connection, SandboxClientOptions, Transport } from "./connection.ts";
import { connect } from "./connection.ts";
import { workspaceEventsCall } from "./events.ts";
import type { BodyOf, DataOf, QueryOf } from "./operation-types.ts";
import type { WorkspaceClient } from "./workspace-client.ts";
import { emulatedDocument, workspaceClient } from "./workspace-client.ts";

/** All calls of the control plane; workspace calls go to the default workspace. */
export type SandboxClient = WorkspaceClient &
  ReturnType<typeof serverCalls> & { readonly workspaces: ReturnType<typeof workspacesCalls> };

/**
 * A client of the sandbox at `options.url`. Its calls throw `SandboxError` on failure. A `transport` replaces `fetch`
 * and its requests and responses. It sends the token of each workspace that it creates in calls to that one.
 */
export function newSandboxClient(
  options: SandboxClientOptions,
  transport?: Transport,
): SandboxClient {
  const { workspaceTokens = new Map<string, string>() } = options;
  const withTokens = { ...options, workspaceTokens };
  const connectTo = (workspaceId?: string): Connection =>
    connect(withTokens, workspaceId, transport);
  const connection = connectTo();
  const workspaces = workspacesCalls(connection, workspaceTokens);
  return { ...workspaceClient(connection), ...serverCalls(connection, connectTo), workspaces };
}

function serverCalls(connection: Connection, connectTo: (workspaceId: string) => Connection) {
  const { answer, bytes, data } = connection;
  return {
    health: () => data<typeof getHealth>("GET", "/health"),
    /** The URL that links in mails and headers use; null for the origin of each request. */
    publicUrl: {
      get: () => data<typeof getPublicUrl>("GET", "/public-url"),
      set: (url: string | null) =>
        data<typeof putPublicUrl>("PUT", "/public-url", { body: { url } }),
    },
    /** Every rule that an answer can cite. */
    rules: () => answer<typeof getRules>("GET", "/rules"),
    /** The metrics of the process in the text format of Prometheus. */
    metrics: async () =>
      new TextDecoder().decode(await bytes<typeof getMetrics>("GET", "/metrics")),
    /** Where a coding agent finds what. */
    llms: async () => new TextDecoder().decode(await bytes<typeof getLlms>("GET", "/llms.txt")),
    /** The files that give each test of another language a workspace of its own. */
    kits: {
      list: () => answer<typeof listKits>("GET", "/kits"),
      /** The text of the file. */
      get: async (kit: string) =>
        new TextDecoder().decode(
          await bytes<typeof getKit>("GET", "/kits/{kit}", { params: { kit } }),
        ),
    },
    /** A session cookie instead of the token, for an EventSource in a browser. */
    session: {
      open: () => data<typeof openSession>("POST", "/session"),
      close: () => data<typeof closeSession>("DELETE", "/session"),
    },
    documents: {
      ...emulatedDocument(connection),
      /** The control plane as OpenAPI 3.1. */
      control: () => answer<typeof getControlDocument>("GET", "/openapi.json"),
    },
    /** A client of one workspace. */
    workspace: (workspaceId: string): WorkspaceClient => workspaceClient(connectTo(workspaceId)),
  };
}

/** Keeps the token of a new workspace. */
function addingToken(workspaceTokens: Map<string, string>) {
  return (created: DataOf<typeof createWorkspace>): typeof created => {
    if (created.token !== undefined) workspaceTokens.set(created.id, created.token);
    return created;
  };
}

function workspacesCalls(connection: Connection, workspaceTokens: Map<string, string>) {
  const { answer, data } = connection;
  const added = addingToken(workspaceTokens);
  return {
    list: (query: QueryOf<typeof listWorkspaces> = {}) =>
      answer<typeof listWorkspaces>("GET", "/workspaces", { query }),
    async create(
      body: BodyOf<typeof createWorkspace> = {},
    ): Promise<DataOf<typeof createWorkspace>> {
      return added(await data<typeof createWorkspace>("POST", "/workspaces", { body }));
    },
    /** Creates a workspace from a downloaded snapshot, of this sandbox or another one. */
    async restore(
      snapshot: Uint8Array<ArrayBuffer>,
      query: QueryOf<typeof restoreWorkspace> = {},
    ): Promise<DataOf<typeof restoreWorkspace>> {
      const input = { query, body: snapshot };
      return added(await data<typeof restoreWorkspace>("POST", "/workspaces/restore", input));
    },
    get: (workspaceId: string) =>
      data<typeof getWorkspace>("GET", "/workspaces/{workspaceId}", { params: { workspaceId } }),
    /** Changes the label, the owner, or the time without use after which it is dropped. */
    change: (workspaceId: string, to: BodyOf<typeof changeWorkspace>) =>
      data<typeof changeWorkspace>("PATCH", "/workspaces/{workspaceId}", {
        params: { workspaceId },
        body: to,
      }),
    async drop(
      workspaceId: string,
      query: QueryOf<typeof dropWorkspace> = {},
    ): Promise<DataOf<typeof dropWorkspace>> {
      const params = { workspaceId };
      const dropped = await data<typeof dropWorkspace>("DELETE", "/workspaces/{workspaceId}", {
        params,
        query,
      });
      if (query.afterSeconds === undefined) workspaceTokens.delete(workspaceId);
      return dropped;
    },
    /** Ends the token of a workspace and returns a new one, which this client sends from now on. */
    async renewToken(workspaceId: string): Promise<DataOf<typeof renewToken>> {
      const renewed = await data<typeof renewToken>("POST", "/workspaces/{workspaceId}/token", {
        params: { workspaceId },
        asOperator: true,
      });
      workspaceTokens.set(workspaceId, renewed.token);
      return renewed;
    },
    /** The live events of all workspaces, including their creation and removal. */
    stream: workspaceEventsCall(connection),
  };
}
