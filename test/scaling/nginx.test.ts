import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { SandboxClient, WorkspaceClient } from "../../src/index.ts";
import { newSandboxClient, SandboxError } from "../../src/index.ts";
import type { Started } from "../cli/program.ts";
import { startReady, temporaryFolder } from "../cli/program.ts";
import { exchange } from "../http/client.ts";
import { ids, monday } from "../support/world.ts";
import { hasNginx, startNginx } from "./nginx.ts";

/** A sandbox in a process of its own that keeps its workspaces in files. */
interface Instance {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly client: SandboxClient;
  readonly program: Started;
}

/** A tester's workspace behind the proxy, with its clients. */
interface Tester {
  readonly id: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly workspace: WorkspaceClient;
  readonly api: (method: string, path: string, body?: object) => Promise<Response>;
}

async function startInstance(name: string, folder: string, port = 0): Promise<Instance> {
  const program = await startReady(["--data", folder, "--port", String(port)]);
  const { url } = program.ready;
  const client = newSandboxClient({ url });
  return { name, folder, port: Number(new URL(url).port), client, program };
}

/** Follows the steps of docs/scaling.md. */
async function newTester(url: string, id: string): Promise<Tester> {
  const prefix = randomBytes(4).toString("hex");
  const headers = { "x-api-key": prefix };
  const sandbox = newSandboxClient({ url, headers });
  await sandbox.workspaces.create({ id, now: monday, quotaPerHour: null });
  const workspace = sandbox.workspace(id);
  const key = `${prefix}-0000-4000-8000-000000000000`;
  await workspace.apiKeys.issue({
    key,
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour: null,
  });
  const api: Tester["api"] = (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { id, key, headers, workspace, api };
}

const leadsPath = `/v1/firms/${ids.partnerFirm}/leads`;
const lead = (id: string) => ({ email: `${id}@example.com`, firstName: "Lia", lastName: "Lind" });

/** Whether a workspace contains that tester's Lead. */
async function hasLead(workspace: WorkspaceClient | undefined, id: string): Promise<boolean> {
  const { data } = (await workspace?.leads.list({ limit: 100 })) ?? { data: [] };
  return data.some(({ email }) => email === lead(id).email);
}

/** Maps each workspace to the instance that holds it. */
async function homesOf(instances: readonly Instance[]): Promise<ReadonlyMap<string, Instance>> {
  const lists = instances.map(async (instance) => {
    const { data } = await instance.client.workspaces.list();
    return data.filter(({ id }) => id !== "default").map(({ id }) => ({ id, instance }));
  });
  const homes = (await Promise.all(lists)).flat();
  expect(new Set(homes.map(({ id }) => id)).size).toBe(homes.length);
  return new Map(homes.map(({ id, instance }) => [id, instance]));
}

/** The statuses of one read over the emulated API and one over the control API. */
async function statusesOf({ api, workspace }: Tester): Promise<string> {
  const control = workspace.leads.list({ limit: 1 }).then(
    () => 200,
    (error: unknown) => (error instanceof SandboxError ? error.status : error),
  );
  return `${(await api("GET", "/v1/leads?limit=1")).status} ${String(await control)}`;
}

async function newCluster() {
  const folder = temporaryFolder();
  const instances = await Promise.all(
    ["one", "two", "three"].map((name) => startInstance(name, join(folder, name))),
  );
  mkdirSync(join(folder, "nginx"));
  const ports = instances.map(({ port }) => port);
  return { instances, url: await startNginx(join(folder, "nginx"), ports) };
}

const suite = "three sandboxes behind nginx";

describe.skipIf(!hasNginx(suite))(`${suite} (skipped without nginx)`, () => {
  it("answer for 60 workspaces, each at the instance that its key selects, for emulated and control calls", async () => {
    const { instances, url } = await newCluster();
    const names = Array.from({ length: 60 }, (_, index) => `tester-${index}`);
    const testers = await Promise.all(names.map((id) => newTester(url, id)));
    const homes = await homesOf(instances);
    expect([...homes.keys()].toSorted()).toEqual(names.toSorted());
    // Each instance gets a share: fewer than five of 60 random keys on one instance is very
    // unlikely.
    const shares = instances.map(
      (instance) => [...homes.values()].filter((home) => home === instance).length,
    );
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(5);
    await Promise.all(
      testers.map(async ({ id, api, workspace }) => {
        expect((await api("POST", leadsPath, lead(id))).status).toBe(201);
        expect(await hasLead(workspace, id)).toBe(true);
        expect(await hasLead(homes.get(id)?.client.workspace(id), id)).toBe(true);
        expect((await workspace.emails.waitFor({ to: lead(id).email })).kind).toBe("welcome");
        await workspace.clock.advance("PT1H");
        expect(await workspace.requests.count({ method: "POST" })).toBe(1);
      }),
    );
  });

  it("answer 502 for the workspaces of a dead instance only, and serve them again after its restart", async () => {
    const { instances, url } = await newCluster();
    const names = Array.from({ length: 24 }, (_, index) => `tester-${index}`);
    const testers = await Promise.all(names.map((id) => newTester(url, id)));
    await Promise.all(testers.map(({ id, api }) => api("POST", leadsPath, lead(id))));
    const homes = await homesOf(instances);
    const dead = homes.get("tester-0") ?? instances[0];
    if (dead === undefined) throw new Error("There is no instance.");
    dead.program.process.kill("SIGKILL");
    await dead.program.ended;
    const message = async (): Promise<Readonly<Record<string, string>>> =>
      Object.fromEntries(
        await Promise.all(testers.map(async (tester) => [tester.id, await statusesOf(tester)])),
      );
    const expected = (statuses: string) =>
      Object.fromEntries(names.map((id) => [id, homes.get(id) === dead ? statuses : "200 200"]));
    // Repeated, because a failure must not count towards another instance.
    for (let round = 0; round < 3; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      expect(await message()).toEqual(expected("502 502"));
    }
    await startInstance(dead.name, dead.folder, dead.port);
    expect(await message()).toEqual(expected("200 200"));
    await Promise.all(
      testers.map(async ({ id, workspace }) => {
        expect(`${id} ${await hasLead(workspace, id)}`).toBe(`${id} true`);
      }),
    );
  });

  it("pass on requests selected by a surface's host, live events and requests without a routing key", async () => {
    const { url } = await newCluster();
    const { workspace, api, key } = await newTester(url, "tester");
    const events = workspace.events.stream({ signal: AbortSignal.timeout(10_000) });
    const first = (async () => {
      for await (const event of events) if (event.type === "lead.created") return event.type;
      return null;
    })();
    expect((await api("POST", leadsPath, lead("live"))).status).toBe(201);
    expect(await first).toBe("lead.created");
    expect((await fetch(`${url}/v1/leads`)).status).toBe(401);
    expect((await fetch(`${url}/v1/leads`, { headers: { "x-api-key": "nonsense" } })).status).toBe(
      401,
    );
    const headers = { host: "partner-production.localhost", "x-api-key": key };
    expect(await exchange(url, { path: "/v1/leads", headers })).toMatchObject({
      status: 401,
      headers: { "x-sandbox-rules": expect.stringContaining("env.key-mismatch") },
    });
  });
});
