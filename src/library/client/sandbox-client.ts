/** A typed client of the control plane. It contains no server code and runs wherever `fetch` exists. */
import * as calls from "./calls.ts";
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
  const { answer, data, text } = connection;
  return {
    health: () => data(calls.getHealth),
    /** The URL that links in mails and headers use; null for the origin of each request. */
    publicUrl: {
      get: () => data(calls.getPublicUrl),
      set: (url: string | null) => data(calls.putPublicUrl, { body: { url } }),
    },
    /** Every rule that an answer can cite. */
    rules: () => answer(calls.getRules),
    /** The metrics of the process in the text format of Prometheus. */
    metrics: () => text(calls.getMetrics),
    /** Where a coding agent finds what. */
    llms: () => text(calls.getLlms),
    /** The files that give each test of another language a workspace of its own. */
    kits: {
      list: () => answer(calls.listKits),
      /** The text of the file. */
      get: (kit: string) => text(calls.getKit, { params: { kit } }),
    },
    /** A session cookie instead of the token, for an EventSource in a browser. */
    session: {
      open: () => data(calls.openSession),
      close: () => data(calls.closeSession),
    },
    documents: {
      ...emulatedDocument(connection),
      /** The control plane as OpenAPI 3.1. */
      control: () => answer(calls.getControlDocument),
    },
    /** A client of one workspace. */
    workspace: (workspaceId: string): WorkspaceClient => workspaceClient(connectTo(workspaceId)),
  };
}

function workspacesCalls(connection: Connection, workspaceTokens: Map<string, string>) {
  const { answer, data } = connection;
  const added = (created: DataOf<typeof calls.createWorkspace>): typeof created => {
    if (created.token !== undefined) workspaceTokens.set(created.id, created.token);
    return created;
  };
  return {
    list: (query: QueryOf<typeof calls.listWorkspaces> = {}) =>
      answer(calls.listWorkspaces, { query }),
    async create(
      body: BodyOf<typeof calls.createWorkspace> = {},
    ): Promise<DataOf<typeof calls.createWorkspace>> {
      return added(await data(calls.createWorkspace, { body }));
    },
    /** Creates a workspace from a downloaded snapshot, of this sandbox or another one. */
    async restore(
      snapshot: Uint8Array<ArrayBuffer>,
      query: QueryOf<typeof calls.restoreWorkspace> = {},
    ): Promise<DataOf<typeof calls.restoreWorkspace>> {
      const input = { query, body: snapshot };
      return added(await data(calls.restoreWorkspace, input));
    },
    get: (workspaceId: string) => data(calls.getWorkspace, { params: { workspaceId } }),
    /** Changes the label, the owner, or the time without use after which it is dropped. */
    change: (workspaceId: string, to: BodyOf<typeof calls.changeWorkspace>) =>
      data(calls.changeWorkspace, {
        params: { workspaceId },
        body: to,
      }),
    async drop(
      workspaceId: string,
      query: QueryOf<typeof calls.dropWorkspace> = {},
    ): Promise<DataOf<typeof calls.dropWorkspace>> {
      const params = { workspaceId };
      const dropped = await data(calls.dropWorkspace, {
        params,
        query,
      });
      if (query.afterSeconds === undefined) workspaceTokens.delete(workspaceId);
      return dropped;
    },
    /** Ends the token of a workspace and returns a new one, which this client sends from now on. */
    async renewToken(workspaceId: string): Promise<DataOf<typeof calls.renewToken>> {
      const renewed = await data(calls.renewToken, {
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
