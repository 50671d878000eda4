import { describe, expect, it } from "vitest";

import { sized } from "../../../long/size.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { newLead, newWorkspace, served } from "../../../world/workspace/served.ts";
import { settled } from "../opened.ts";
import { stalledIn } from "./stalled.ts";

const rounds = sized(20, 1_000);
const writers = 50;
/** Some clients send the same Lead. */
const clients = 40;

// Internals and the order of requests are only visible within this process.
describe.skipIf(isRemote)("POST reset while 50 clients write", () => {
  it(`leaves none of their Leads, ${rounds} times in a row, and answers each client (1.5)`, async () => {
    const sandbox = served();
    const fresh = await toldOf(sandbox);
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const writing = Array.from({ length: writers }, (_, n) => write(sandbox, n % clients));
      // oxlint-disable-next-line no-await-in-loop -- one reset after the other
      const reset = await sandbox.control("POST", "/reset");
      expect(`${reset.status} ${reset.text}`).toMatch(/^200 /);
      // oxlint-disable-next-line no-await-in-loop -- one reset after the other
      expect(await toldOf(sandbox)).toBe(fresh);
      // oxlint-disable-next-line no-await-in-loop -- one reset after the other
      for (const { status } of await Promise.all(writing)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(statuses).toEqual(
      new Map([
        [201, rounds * clients],
        [409, rounds * (writers - clients)],
      ]),
    );
  }, 120_000);
});

/** The calls with exclusive access, and the answer to a request that comes meanwhile. */
const calls = [
  { name: "POST reset", method: "POST", path: "/reset", meanwhile: 201 },
  { name: "PUT state", method: "PUT", path: "/state", meanwhile: 201 },
  {
    name: "POST snapshots/{name}/restore",
    method: "POST",
    path: "/snapshots/start/restore",
    meanwhile: 201,
  },
  { name: "DELETE workspaces/{id}", method: "DELETE", path: "", meanwhile: 401 },
] as const;

describe.skipIf(isRemote).each(calls)("$name under traffic", ({ method, path, meanwhile }) => {
  it("runs after the requests in flight and before later ones (1.5)", async () => {
    const { sandbox, key, call } = await busy(method, path);
    const order: string[] = [];
    const under = stalledIn(sandbox, "under", key);
    const replied = noted(order, "under", under.reply);
    const called = noted(order, "call", call());
    await settled();
    const late = noted(order, "late", newLeadOf(sandbox, key, "late"));
    await settled();
    expect(order).toEqual([]);
    under.finish();
    expect((await replied).status).toBe(201);
    expect((await called).status).toBe(200);
    expect((await late).status).toBe(meanwhile);
    expect(order[0]).toBe("under");
    const { text: leads } = await sandbox.control("GET", "/workspaces/busy/leads");
    expect(leads).not.toContain("under@example.com");
    expect(leads.includes("late@example.com")).toBe(meanwhile === 201);
  });

  it("does not wait longer for a request that does not end, which gets no answer", async () => {
    const { sandbox, key, call, expected } = await busy(method, path);
    const fresh = await expected();
    const stuck = stalledIn(sandbox, "stuck", key);
    const started = performance.now();
    const called = call();
    await expect(stuck.reply).rejects.toThrow("The workspace went on without this request.");
    expect((await called).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2_500);
    stuck.finish();
    await settled();
    expect(await expected()).toBe(meanwhile === 401 ? "" : fresh);
  });
});

describe.skipIf(isRemote)("two calls at once", () => {
  it("404 for a reset that waits for the drop of its workspace", async () => {
    const { sandbox, key, call } = await busy("DELETE", "");
    const under = stalledIn(sandbox, "under", key);
    const dropped = call();
    const reset = sandbox.control("POST", "/workspaces/busy/reset");
    await settled();
    under.finish();
    expect((await dropped).status).toBe(200);
    const reply = await reset;
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("has been dropped");
  });

  it("200 for a reset of one workspace while a request of another is stuck", async () => {
    const { sandbox } = await busy("POST", "/reset");
    const other = stalledIn(sandbox, "other");
    const started = performance.now();
    expect((await sandbox.control("POST", "/workspaces/busy/reset")).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(900);
    other.finish();
    expect((await other.reply).status).toBe(201);
  });
});

function write(sandbox: Served, client: number): Promise<Reply> {
  return newLeadOf(sandbox, partnerKey.key, `client${client}`);
}

function newLeadOf(sandbox: Served, key: string, client: string): Promise<Reply> {
  const body = { email: `${client}@example.com`, firstName: "Wil", lastName: "Writer" };
  return sandbox.api(key, "POST", `/firms/${ids.partnerFirm}/leads`, body);
}

/** The state, the mail and everything in memory. */
async function toldOf(sandbox: Served): Promise<string> {
  const [state, emails] = await Promise.all([
    sandbox.control("GET", "/state"),
    sandbox.control("GET", "/emails"),
  ]);
  const parts = sandbox.workspace().resettables.map(({ name, inspect }) => [name, inspect()]);
  return `${state.text}\n${emails.text}\n${JSON.stringify(parts)}`;
}

/** A workspace named busy with a snapshot of its initial state, one of the calls, and its reports. */
async function busy(method: string, path: string) {
  const sandbox = served();
  const key = await newWorkspace(sandbox, { id: "busy" });
  const base = "/workspaces/busy";
  const state = at(await sandbox.control("GET", `${base}/state`), "data");
  await sandbox.control("POST", `${base}/snapshots`, { name: "start" });
  await newLead(sandbox, key, "before@example.com");
  await sandbox.control("POST", `${base}/reset`);
  const call = (): Promise<Reply> =>
    sandbox.control(method, base + path, method === "PUT" ? state : undefined);
  const expected = async (): Promise<string> => {
    const replies = await Promise.all(
      ["/state", "/emails", "/requests"].map((of) => sandbox.control("GET", base + of)),
    );
    return replies.map((reply) => (reply.status === 200 ? reply.text : "")).join("");
  };
  return { sandbox, key, call, expected };
}

/** Appends `name` to `order` when the answer arrives. */
async function noted(order: string[], name: string, reply: Promise<Reply>): Promise<Reply> {
  const answer = await reply;
  order.push(name);
  return answer;
}
