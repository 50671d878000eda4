import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { SandboxClient } from "../../src/index.ts";
import { newSandboxClient, SandboxError } from "../../src/index.ts";
import type { Started } from "../cli/program.ts";
import { startReady, temporaryFolder } from "../cli/program.ts";
import { exchange } from "../http/client.ts";
import { keptPort } from "../support/kept-port.ts";
import { ids } from "../support/world.ts";
import { hasProxy, proxies, startProxy } from "./proxies.ts";

/** A sandbox in a process of its own that keeps its workspaces in files. */
interface Instance {
  readonly shard: string;
  readonly folder: string;
  readonly port: number;
  readonly client: SandboxClient;
  readonly program: Started;
}

async function startInstance(shard: string, folder: string, port: number): Promise<Instance> {
  const program = await startReady(["--data", folder, "--port", String(port), "--shard", shard]);
  const client = newSandboxClient({ url: program.ready.url });
  return { shard, folder, port, client, program };
}

/** A workspace that was created by one call to the proxy, with what its client needs. */
async function newWorkspace(proxy: SandboxClient, url: string) {
  const { id, variables } = await proxy.workspaces.create({ quotaPerHour: null });
  const key = variables["LEAD_API_KEY"] ?? "";
  const api = async (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const addLead = async () => (await api("POST", leadsPath, lead(id))).status;
  return { id, key, api, addLead, workspace: proxy.workspace(id) };
}

type Tester = Awaited<ReturnType<typeof newWorkspace>>;

const leadsPath = `/v1/firms/${ids.partnerFirm}/leads`;
const lead = (id: string) => ({ email: `${id}@example.com`, firstName: "Lia", lastName: "Lind" });

/** The emails of the Leads that testers added to a workspace. */
async function emailsOf(workspace: Tester["workspace"]): Promise<readonly string[]> {
  const { data } = await workspace.leads.list({ limit: 100 });
  return data.map(({ email }) => email).filter((email) => email.includes("ws-"));
}

/** The statuses of one read over the emulated API and one over the control API. */
async function statusesOf({ api, workspace }: Tester): Promise<readonly unknown[]> {
  const control = workspace.leads.list({ limit: 1 }).then(
    () => 200,
    (error: unknown) => (error instanceof SandboxError ? error.status : error),
  );
  return [(await api("GET", "/v1/leads?limit=1")).status, await control];
}

const created = async (proxy: SandboxClient, url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => newWorkspace(proxy, url)));

/** Sandboxes behind a proxy. */
interface Cluster {
  readonly instances: readonly Instance[];
  readonly url: string;
  readonly proxied: SandboxClient;
}

/** 100 workspaces of one call each, each at its own sandbox. */
async function serveAll({ url, proxied }: Cluster): Promise<void> {
  const testers = await created(proxied, url, 100);
  expect(new Set(testers.map(({ id }) => id)).size).toBe(100);
  expect(await Promise.all(testers.map(({ addLead }) => addLead()))).toEqual(
    testers.map(() => 201),
  );
  for (const { id, workspace, key } of testers) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await emailsOf(workspace)).toEqual([`${id}@example.com`]);
    expect(id.slice(0, 2)).toBe(key.slice(0, 2));
  }
}

/** The shards that the ids of each sandbox name. */
async function shardsIn({ instances }: Cluster): Promise<readonly (readonly string[])[]> {
  const lists = instances.map(async ({ client }) => {
    const { data } = await client.workspaces.list({ limit: 100 });
    const own = data.filter(({ id }) => id !== "default").map(({ id }) => id.slice(0, 2));
    return [...new Set(own)];
  });
  return Promise.all(lists);
}

/** The path overrides the key, the header selects a list, and keys ignore case. */
async function followPathsAndHeaders({ url, proxied }: Cluster): Promise<void> {
  const asked = newSandboxClient({ url, headers: { "x-sandbox-shard": "02" } });
  const { id } = await asked.workspaces.create({ id: "chosen" });
  expect(id).toBe("02-chosen");
  const listed = (await asked.workspaces.list({ limit: 100 })).data.map((one) => one.id);
  expect(listed.filter((one) => !one.startsWith("02-ws-"))).toEqual(["default", "02-chosen"]);
  const [key] = (await proxied.workspace(id).apiKeys.list()).data;
  const headers = { "x-api-key": key?.key.toUpperCase() ?? "" };
  expect((await fetch(`${url}/v1/leads`, { headers })).status).toBe(200);
  // The key of another sandbox does not change where a path leads.
  const foreign = { "x-api-key": "01000000-0000-4000-8000-000000000000" };
  const path = `${url}/_sandbox/workspaces/${id}/clock`;
  expect((await fetch(path, { headers: foreign })).status).toBe(200);
  expect((await fetch(`${url}/v1/leads`, { headers: foreign })).status).toBe(401);
  expect((await fetch(`${url}/v1/leads`)).status).toBe(401);
  const production = { host: "partner-production.localhost", ...headers };
  expect(await exchange(url, { path: "/v1/leads", headers: production })).toMatchObject({
    status: 401,
    headers: { "x-sandbox-rules": expect.stringContaining("env.key-mismatch") },
  });
}

/** Live events come through, and links in mails lead back to the right sandbox. */
async function passOnEventsAndLinks({ url, proxied }: Cluster): Promise<void> {
  const testers = await created(proxied, url, 3);
  await Promise.all(
    testers.map(async ({ id, addLead, workspace }) => {
      const events = workspace.events.stream({ signal: AbortSignal.timeout(10_000) });
      const first = (async () => {
        for await (const event of events) if (event.type === "lead.created") return event.type;
        return null;
      })();
      expect(await addLead()).toBe(201);
      expect(await first).toBe("lead.created");
      const { links } = await workspace.emails.waitFor({ to: `${id}@example.com` });
      const page = await fetch(links.find((link) => link.includes("/sign-up")) ?? "");
      expect(page.status).toBe(200);
      expect(page.url.startsWith(`${url}/_sandbox/workspaces/${id}/`)).toBe(true);
    }),
  );
}

describe.each(proxies)("three sandboxes behind $name", (proxy) => {
  const suite = `three sandboxes behind ${proxy.name}`;

  async function newCluster(): Promise<Cluster> {
    const folder = temporaryFolder();
    const instances = await Promise.all(
      ["00", "01", "02"].map(async (shard) =>
        startInstance(shard, join(folder, shard), await keptPort()),
      ),
    );
    mkdirSync(join(folder, "proxy"));
    const ports = instances.map(({ port }) => port);
    const url = await startProxy(proxy, join(folder, "proxy"), ports);
    return { instances, url, proxied: newSandboxClient({ url }) };
  }

  it.skipIf(!hasProxy(proxy, suite))(
    "lead to the right one by key, path and header, with live events and links of mails",
    async () => {
      const cluster = await newCluster();
      await serveAll(cluster);
      await followPathsAndHeaders(cluster);
      await passOnEventsAndLinks(cluster);
      expect(await shardsIn(cluster)).toEqual([["00"], ["01"], ["02"]]);
    },
  );

  it.skipIf(!hasProxy(proxy, suite))(
    "lose nothing when one is killed and comes back, and create workspaces meanwhile",
    async () => {
      const { instances, url, proxied } = await newCluster();
      const testers = await created(proxied, url, 24);
      await Promise.all(testers.map(({ addLead }) => addLead()));
      const [, dead] = instances;
      if (dead === undefined) throw new Error("There is no instance.");
      dead.program.process.kill("SIGKILL");
      await dead.program.ended;
      const isDead = ({ id }: Tester): boolean => id.startsWith(`${dead.shard}-`);
      const down = proxy.name === "nginx" ? 502 : 503;
      for (const tester of testers) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await statusesOf(tester)).toEqual(isDead(tester) ? [down, down] : [200, 200]);
      }
      const meanwhile = await created(proxied, url, 6);
      expect(meanwhile.filter(isDead)).toEqual([]);
      await startInstance(dead.shard, dead.folder, dead.port);
      for (const tester of [...testers, ...meanwhile]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await statusesOf(tester)).toEqual([200, 200]);
      }
      for (const { id, workspace } of testers) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await emailsOf(workspace)).toEqual([`${id}@example.com`]);
      }
    },
  );
});
