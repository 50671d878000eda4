/** Sandboxes in processes of their own behind a proxy, which keep their workspaces in files. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { SandboxClient } from "../../src/index.ts";
import { newSandboxClient, SandboxError } from "../../src/index.ts";
import type { Environment, Started } from "../apps/cli/program.ts";
import { startReady, temporaryFolder } from "../apps/cli/program.ts";
import { exchange } from "../network/http/client.ts";
import { keptPort } from "../support/kept-port.ts";
import { ids } from "../support/world.ts";
import type { Proxy, RunningProxy } from "./proxies.ts";
import { startProxy } from "./proxies.ts";

/** One of the sandboxes. */
export interface Instance {
  readonly shard: string;
  readonly folder: string;
  readonly port: number;
  /** Calls it without the proxy. */
  readonly client: SandboxClient;
  readonly program: Started;
}

export interface Cluster extends Pick<RunningProxy, "url"> {
  readonly instances: readonly Instance[];
  /** Calls the proxy. */
  readonly proxied: SandboxClient;
  /** Starts a fourth sandbox, and adds it to the proxy. */
  readonly grow: () => Promise<Instance>;
}

const variable = "LEAD_SANDBOX_CONTROL_TOKEN";

/** Starts a sandbox, or one that has stopped, with its port and its files. */
export async function startInstance(
  { shard, folder, port }: Pick<Instance, "shard" | "folder" | "port">,
  environment: Environment = {},
): Promise<Instance> {
  const args = ["--data", folder, "--port", String(port), "--shard", shard];
  const program = await startReady(args, environment);
  const client = newSandboxClient({ url: program.ready.url, token: environment[variable] });
  return { shard, folder, port, client, program };
}

/** Starts three sandboxes and the proxy in front of them. */
export async function startCluster(proxy: Proxy, token?: string): Promise<Cluster> {
  const folder = temporaryFolder();
  const environment = token === undefined ? {} : { [variable]: token };
  const startNew = async (shard: string): Promise<Instance> => {
    const place = { shard, folder: join(folder, shard), port: await keptPort() };
    return startInstance(place, environment);
  };
  const instances = await Promise.all(["00", "01", "02"].map(startNew));
  mkdirSync(join(folder, "proxy"));
  const ports = instances.map(({ port }) => port);
  const { url, add } = await startProxy(proxy, join(folder, "proxy"), ports);
  return {
    instances,
    url,
    proxied: newSandboxClient({ url, token }),
    async grow() {
      const added = await startNew("03");
      await add(added.port);
      return added;
    },
  };
}

/** A workspace with what its client needs. */
export type Tester = Awaited<ReturnType<typeof newWorkspace>>;

/** Creates a workspace by one call to the proxy. */
async function newWorkspace({ proxied, url }: Pick<Cluster, "proxied" | "url">) {
  const { id, variables } = await proxied.workspaces.create({ quotaPerHour: null });
  const key = variables["LEAD_API_KEY"] ?? "";
  const api = async (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** The status, or 0 without an answer. Each Lead comes on a connection of its own. */
  const addLead = async (email = `${id}@example.com`): Promise<number> => {
    const received = await exchange(url, {
      method: "POST",
      path: `/v1/firms/${ids.partnerFirm}/leads`,
      headers: { "x-api-key": key },
      body: { email, firstName: "Lia", lastName: "Lind" },
    });
    return "error" in received ? 0 : received.status;
  };
  return { id, key, api, addLead, workspace: proxied.workspace(id) };
}

/** Creates workspaces at the same time. */
export async function createWorkspaces(
  cluster: Cluster,
  count: number,
): Promise<readonly Tester[]> {
  return Promise.all(Array.from({ length: count }, () => newWorkspace(cluster)));
}

/** The emails of the Leads that testers added to a workspace. */
export async function emailsOf({ workspace }: Tester): Promise<readonly string[]> {
  const found: string[] = [];
  for (let offset = 0; ; offset += 100) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, meta } = await workspace.leads.list({ limit: 100, offset });
    found.push(...data.map(({ email }) => email).filter((email) => email.includes("ws-")));
    if (offset + data.length >= meta.total) return found;
  }
}

/** The statuses of one read over the emulated API and one over the control API. */
export async function statusesOf({ api, workspace }: Tester): Promise<readonly unknown[]> {
  const control = workspace.leads.list({ limit: 1 }).then(
    () => 200,
    (error: unknown) => (error instanceof SandboxError ? error.status : error),
  );
  return [(await api("GET", "/v1/leads?limit=1")).status, await control];
}

/** The shards that the ids of the workspaces at each sandbox name. */
export async function shardsIn(
  instances: readonly Instance[],
): Promise<readonly (readonly string[])[]> {
  const lists = instances.map(async ({ client }) => {
    const { data } = await client.workspaces.list({ limit: 100 });
    const own = data.filter(({ id }) => id !== "default").map(({ id }) => id.slice(0, 2));
    return [...new Set(own)];
  });
  return Promise.all(lists);
}
