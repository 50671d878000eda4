/** A typed client of the control plane. It contains no server code and runs wherever `fetch` exists. */
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
    health: () => data("get-health"),
    /** The URL that links in mails and headers use; null for the origin of each request. */
    publicUrl: {
      get: () => data("get-public-url"),
      set: (url: string | null) => data("put-public-url", { body: { url } }),
    },
    /** Every rule that an answer can cite. */
    rules: () => answer("get-rules"),
    /** The metrics of the process in the text format of Prometheus. */
    metrics: () => text("get-metrics"),
    /** Where a coding agent finds what. */
    llms: () => text("get-llms"),
    /** The files that give each test of another language a workspace of its own. */
    kits: {
      list: () => answer("list-kits"),
      /** The text of the file. */
      get: (kit: string) => text("get-kit", { params: { kit } }),
    },
    /** A session cookie instead of the token, for an EventSource in a browser. */
    session: {
      open: () => data("open-session"),
      close: () => data("close-session"),
    },
    documents: {
      ...emulatedDocument(connection),
      /** The control plane as OpenAPI 3.1. */
      control: () => answer("get-control-document"),
    },
    /** A client of one workspace. */
    workspace: (workspaceId: string): WorkspaceClient => workspaceClient(connectTo(workspaceId)),
  };
}

/** Keeps the token of a new workspace. */
function addingToken(workspaceTokens: Map<string, string>) {
  return (created: DataOf<"create-workspace">): typeof created => {
    if (created.token !== undefined) workspaceTokens.set(created.id, created.token);
    return created;
  };
}

function workspacesCalls(connection: Connection, workspaceTokens: Map<string, string>) {
  const { answer, data } = connection;
  const added = addingToken(workspaceTokens);
  return {
    list: (query: QueryOf<"list-workspaces"> = {}) => answer("list-workspaces", { query }),
    async create(body: BodyOf<"create-workspace"> = {}): Promise<DataOf<"create-workspace">> {
      return added(await data("create-workspace", { body }));
    },
    /** Creates a workspace from a downloaded snapshot, of this sandbox or another one. */
    async restore(
      snapshot: Uint8Array<ArrayBuffer>,
      query: QueryOf<"restore-workspace"> = {},
    ): Promise<DataOf<"restore-workspace">> {
      const input = { query, body: snapshot };
      return added(await data("restore-workspace", input));
    },
    get: (workspaceId: string) => data("get-workspace", { params: { workspaceId } }),
    /** Changes the label, the owner, or the time without use after which it is dropped. */
    change: (workspaceId: string, to: BodyOf<"change-workspace">) =>
      data("change-workspace", {
        params: { workspaceId },
        body: to,
      }),
    async drop(
      workspaceId: string,
      query: QueryOf<"drop-workspace"> = {},
    ): Promise<DataOf<"drop-workspace">> {
      const params = { workspaceId };
      const dropped = await data("drop-workspace", {
        params,
        query,
      });
      if (query.afterSeconds === undefined) workspaceTokens.delete(workspaceId);
      return dropped;
    },
    /** Ends the token of a workspace and returns a new one, which this client sends from now on. */
    async renewToken(workspaceId: string): Promise<DataOf<"renew-token">> {
      const renewed = await data("renew-token", {
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
