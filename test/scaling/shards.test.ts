import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../src/index.ts";
import { isLong, sized } from "../long/size.ts";
import { exchange } from "../network/http/client.ts";
import type { Cluster, Instance, Tester } from "./cluster.ts";
import {
  createWorkspaces,
  emailsOf,
  shardsIn,
  startCluster,
  startInstance,
  statusesOf,
} from "./cluster.ts";
import { hasProxy, proxies } from "./proxies.ts";

const workspaces = sized(40, 100);

/** Workspaces of one call each, each at its own sandbox. */
async function serveAll(cluster: Cluster): Promise<readonly Tester[]> {
  const testers = await createWorkspaces(cluster, workspaces);
  expect(new Set(testers.map(({ id }) => id)).size).toBe(workspaces);
  expect(await Promise.all(testers.map(({ addLead }) => addLead()))).toEqual(
    testers.map(() => 201),
  );
  for (const tester of testers) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await emailsOf(tester)).toEqual([`${tester.id}@example.com`]);
    expect(tester.id.slice(0, 2)).toBe(tester.key.slice(0, 2));
  }
  return testers;
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
async function passOnEventsAndLinks(cluster: Cluster): Promise<void> {
  const testers = await createWorkspaces(cluster, 3);
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
      expect(page.url.startsWith(`${cluster.url}/_sandbox/workspaces/${id}/`)).toBe(true);
    }),
  );
}

async function kill({ program }: Instance): Promise<void> {
  program.process.kill("SIGKILL");
  await program.ended;
}

/** Every workspace has its first Lead, at its own sandbox. */
async function expectKept(testers: readonly Tester[]): Promise<void> {
  for (const tester of testers) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await statusesOf(tester)).toEqual([200, 200]);
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    expect(await emailsOf(tester)).toContain(`${tester.id}@example.com`);
  }
}

/** What a tester who adds one Lead after the other has got so far. */
interface Work {
  readonly tester: Tester;
  /** The emails of the Leads that were answered with 201. */
  readonly emails: string[];
  /** The other statuses. */
  readonly failures: Set<number>;
}

/** Adds Leads for each tester at the same time, until `end` or the end of the test. */
function startWorks(testers: readonly Tester[]) {
  const stop = new AbortController();
  const addLeads = async ({ tester, emails, failures }: Work): Promise<void> => {
    for (let at = 0; !stop.signal.aborted; at += 1) {
      const email = `lead-${at}-of-${tester.id}@example.com`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const status = await tester.addLead(email);
      if (status === 201) emails.push(email);
      else failures.add(status);
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      await delay(10);
    }
  };
  const works = testers.map((tester): Work => ({ tester, emails: [], failures: new Set() }));
  const all = works.map(addLeads);
  const end = async (): Promise<void> => {
    stop.abort();
    await Promise.all(all);
  };
  onTestFinished(end);
  return { works, end };
}

/** Waits until each of them has added some more Leads. */
async function addMore(works: readonly Work[]): Promise<void> {
  const before = works.map(({ emails }) => emails.length);
  const added = () => works.map(({ emails }, index) => emails.length - (before[index] ?? 0));
  await expect.poll(() => Math.min(...added()), { timeout: 30_000 }).toBeGreaterThan(2);
}

/** Nothing failed, and each acknowledged Lead is there. */
async function expectServed({ tester, emails, failures }: Work): Promise<void> {
  expect([...failures]).toEqual([]);
  const own = (await emailsOf(tester)).filter((email) => email.startsWith("lead-"));
  expect(own.toSorted()).toEqual(emails.toSorted());
}

/** While their sandbox was down, requests failed as the proxy says; each acknowledged Lead is there. */
async function expectInterrupted(
  { tester, emails, failures }: Work,
  statusOfDown: number,
): Promise<void> {
  // A killed sandbox leaves requests without an answer, for which nginx has 502, and HAProxy 502 or 503.
  expect([0, 502, 503]).toEqual(expect.arrayContaining([...failures]));
  expect(failures).toContain(statusOfDown);
  const kept = (await emailsOf(tester)).filter((email) => email.startsWith("lead-"));
  expect(kept).toEqual(expect.arrayContaining(emails));
  // The last one before the kill may have been stored without an answer.
  expect(kept.length - emails.length).toBeLessThanOrEqual(1);
}

describe.each(proxies)("three sandboxes behind $name", { timeout: 180_000 }, (proxy) => {
  const isMissing = !hasProxy(proxy, `three sandboxes behind ${proxy.name}`);
  const down = proxy.name === "nginx" ? 502 : 503;

  it.skipIf(isMissing || !(isLong || proxy.name === "nginx"))(
    `serve ${workspaces} workspaces by key, path and header, and become four without a restart`,
    async () => {
      const cluster = await startCluster(proxy);
      const testers = await serveAll(cluster);
      await followPathsAndHeaders(cluster);
      await passOnEventsAndLinks(cluster);
      expect(await shardsIn(cluster.instances)).toEqual([["00"], ["01"], ["02"]]);
      const added = await cluster.grow();
      const later = await createWorkspaces(cluster, 20);
      expect(await Promise.all(later.map(({ addLead }) => addLead()))).toEqual(
        later.map(() => 201),
      );
      await expectKept([...testers, ...later]);
      const all = [...cluster.instances, added];
      expect(await shardsIn(all)).toEqual([["00"], ["01"], ["02"], ["03"]]);
    },
  );

  it.skipIf(isMissing || !(isLong || proxy.name === "HAProxy"))(
    "lose nothing when one is killed under the load of twenty testers and comes back, and serve the others meanwhile",
    async () => {
      const cluster = await startCluster(proxy);
      const testers = await createWorkspaces(cluster, sized(40, 100));
      await Promise.all(testers.map(({ addLead }) => addLead()));
      const [, dead] = cluster.instances;
      if (dead === undefined) throw new Error("There is no instance.");
      const isDead = ({ id }: Tester): boolean => id.startsWith(`${dead.shard}-`);
      const { works, end } = startWorks(testers.slice(0, 20));
      const interrupted = works.filter(({ tester }) => isDead(tester));
      const served = works.filter(({ tester }) => !isDead(tester));
      await addMore(works);
      await kill(dead);
      for (const tester of testers) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await statusesOf(tester)).toEqual(isDead(tester) ? [down, down] : [200, 200]);
      }
      const meanwhile = await createWorkspaces(cluster, 6);
      expect(meanwhile.filter(isDead)).toEqual([]);
      expect(await Promise.all(meanwhile.map(({ addLead }) => addLead()))).toEqual(
        meanwhile.map(() => 201),
      );
      await addMore(served);
      await startInstance(dead);
      await addMore(works);
      await end();
      await expectKept([...testers, ...meanwhile]);
      await Promise.all(served.map(expectServed));
      await Promise.all(interrupted.map((work) => expectInterrupted(work, down)));
    },
  );
});
