/** Bodies that one tenant has not sent to their end leave room for those of the others. */
import { connect } from "node:net";
import type { Socket } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { largestBody } from "../../../../src/network/http/body-memory.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, replyOf, text } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";

const controlToken = "0123456789abcdef0123456789abcdef";

interface Tenant {
  readonly id: string;
  readonly token: string;
  readonly key: string;
  readonly leads: string;
}

async function twoTenants() {
  const { url } = await listeningSandbox({ controlToken, isolate: true, quota: null });
  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> =>
    replyOf(
      await fetch(url + path, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  const tenant = async (id: string): Promise<Tenant> => {
    const authorization = `Bearer ${controlToken}`;
    const made = await send("POST", "/_sandbox/workspaces", { id }, { authorization });
    const firm = text(made, "data.variables.LEAD_API_FIRM_ID");
    return {
      id,
      token: text(made, "data.token"),
      key: text(made, "data.variables.LEAD_API_KEY"),
      leads: `/v1/firms/${firm}/leads`,
    };
  };
  const port = Number(new URL(url).port);
  return { port, send, alice: await tenant("alice"), bob: await tenant("bob") };
}

/** The announced length of a body, and how much of it is sent. */
interface Size {
  readonly length: number;
  readonly bytes: number;
}

/** Sends the head of a body and `bytes` of it; the connection stays open. */
async function stall(
  port: number,
  call: string,
  headers: readonly string[],
  { length, bytes }: Size,
): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const lines = [
    `${call} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${length}`,
    ...headers,
  ];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.write(`${lines.join("\r\n")}\r\n\r\n{${" ".repeat(bytes - 1)}`, () => resolve());
  await promise;
  return socket;
}

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** Calls of both planes by the other tenant, with small and large bodies; their statuses. */
async function work({ send, bob }: Awaited<ReturnType<typeof twoTenants>>, round: string) {
  const authorization = `Bearer ${bob.token}`;
  const own = `/_sandbox/workspaces/${bob.id}`;
  const person = { email: `${round}@example.com`, firstName: "Bo", lastName: "Berg" };
  const long = {
    ...person,
    email: `long-${round}@example.com`,
    clientData: { notes: "n".repeat(500_000) },
  };
  const state = { firms: [{ id: "Large1", name: "x".repeat(2_000_000), firmType: "Partner" }] };
  const answers = [
    await send("POST", bob.leads, person, { "x-api-key": bob.key }),
    await send("POST", bob.leads, long, { "x-api-key": bob.key }),
    await send("POST", `${own}/clock/advance`, { by: "PT1S" }, { authorization }),
    await send("POST", `${own}/mcp`, list, { authorization }),
    await send("POST", `${own}/snapshots`, { name: round }, { authorization }),
  ];
  const replaced = await send("PUT", `${own}/state`, state, { authorization });
  const back = await send("POST", `${own}/snapshots/${round}/restore`, {}, { authorization });
  return [...answers, replaced, back].map(({ status }) => status);
}

const served = [201, 201, 200, 200, 201, 200, 200];

describe.skipIf(isRemote)("a tenant whose bodies are not sent to their end", () => {
  it("leaves room for those of others, whether it announces large ones or sends most of them", async () => {
    const world = await twoTenants();
    const { alice, port, send } = world;
    const authorization = `Bearer ${alice.token}`;
    const own = "/_sandbox/workspaces/alice";
    const length = largestBody(process.constrainedMemory());
    const byToken = [`Authorization: ${authorization}`];
    const stalls = async (count: number, call: string, size: Size, head = byToken) => {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let left = count; left > 0; left -= 1) await stall(port, call, head, size);
    };
    await stalls(40, `POST ${own}/mcp`, { length: 1_000, bytes: 1 });
    expect((await send("POST", `${own}/mcp`, list, { authorization })).status).toBe(200);
    await stalls(20, `PUT ${own}/state`, { length, bytes: 1 });
    await stalls(20, `POST ${alice.leads}`, { length: 1e6, bytes: 1 }, [`X-API-Key: ${alice.key}`]);
    expect(await work(world, "announced")).toEqual(served);
    await stalls(3, `PUT ${own}/state`, { length, bytes: Math.floor(length * 0.33) });
    expect(await work(world, "sent")).toEqual(served);
    const more = { firms: [{ id: "Large1", name: "x".repeat(length * 0.4), firmType: "Partner" }] };
    const refused = await send("PUT", `${own}/state`, more, { authorization });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(at(refused, "message")).toContain("of this workspace in flight");
  });
});
