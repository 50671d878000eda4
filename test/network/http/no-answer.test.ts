import { Agent, get } from "node:http";
import { connect } from "node:net";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { ids } from "../../support/world.ts";
import type { ListeningTarget } from "./client.ts";
import { listening } from "./client.ts";

const person = { email: "pia@example.com", firstName: "Pia", lastName: "Person" } as const;
const list = { path: "/v1/leads?limit=1" } as const;
const create = {
  method: "POST",
  path: `/v1/firms/${ids.partnerFirm}/leads`,
  body: person,
} as const;
const cut = { error: "ECONNRESET" } as const;

async function listeningWith(fault: unknown): Promise<ListeningTarget> {
  const target = await listening();
  await target.control("POST", "/faults", fault);
  return target;
}

/** Waits until the journal has a request without an answer. From then on, the request hangs. */
async function untilUnanswered({ control }: ListeningTarget): Promise<void> {
  await control("GET", "/requests/wait?status=0");
}

/** Waits until the fault matches a request. From then on, the request is delayed. */
async function untilMet({ control }: ListeningTarget): Promise<void> {
  await vi.waitFor(async () => {
    expect(await control("GET", "/faults")).toMatchObject({ data: [{ met: 1 }] });
  }, 10_000);
}

describe("a request under a fault of kind reset", () => {
  it.each([
    { name: "a read", sent: list },
    { name: "a create whose body was read", sent: create },
    { name: "a method that no path supports", sent: { method: "PUT", path: "/v1/leads" } },
  ])("breaks its connection for $name", async ({ sent }) => {
    const { api } = await listeningWith({ then: { kind: "reset" } });
    expect(await api(sent)).toEqual(cut);
  });

  it("breaks its connection while a body that is too large to buffer is still arriving", async () => {
    const { api } = await listeningWith({ then: { kind: "reset" } });
    const rawBody = "x".repeat(4 * 1024 * 1024);
    const received = await api({ method: "POST", path: "/v1/leads", rawBody });
    expect(["ECONNRESET", "EPIPE"]).toContain(Reflect.get(received, "error"));
  });

  it("leaves the next request and other connections intact", async () => {
    const target = await listeningWith({ match: { method: "POST" }, then: { kind: "reset" } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const kept = async (): Promise<number> => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const outgoing = get(`${target.url}/readyz`, { agent }, (incoming) => {
        incoming.resume();
        incoming.on("end", () => resolve(incoming.statusCode ?? 0));
      });
      outgoing.on("error", reject);
      return promise;
    };
    expect(await kept()).toBe(200);
    expect(await target.api(create)).toEqual(cut);
    expect(await kept()).toBe(200);
    expect(await target.api(list)).toMatchObject({ status: 200 });
  });

  it("breaks a connection in the middle of pipelined requests", async () => {
    const target = await listeningWith({ match: { path: "/nowhere" }, then: { kind: "reset" } });
    const { port } = new URL(target.url);
    const { promise, resolve } = Promise.withResolvers<string>();
    let received = "";
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes("\r\n\r\nok")) socket.write("GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n");
    });
    socket.on("error", (error) => resolve(String(Reflect.get(error, "code"))));
    socket.on("close", () => resolve("closed"));
    socket.write("GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(await promise).toBe("ECONNRESET");
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });
});

describe("a request under a fault of kind hang", () => {
  it("ends when the client gives up, and the server continues", async () => {
    const target = await listeningWith({ then: { kind: "hang" }, times: 1 });
    const givingUp = new AbortController();
    const hanging = target.api({ ...list, signal: givingUp.signal });
    await untilUnanswered(target);
    givingUp.abort();
    expect(await hanging).toEqual({ error: "ABORT_ERR" });
    expect(await target.api(list)).toMatchObject({ status: 200 });
  });

  it("ends within the grace period when the server closes", async () => {
    const target = await listeningWith({ then: { kind: "hang" } });
    const hanging = target.api(list);
    await untilUnanswered(target);
    const started = performance.now();
    await target.close();
    expect(await hanging).toEqual(cut);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it("can hang 50 times at once, and a reset ends them all", async () => {
    const target = await listeningWith({ then: { kind: "hang" } });
    const hanging = Array.from({ length: 50 }, () => target.api(list));
    await target.control("GET", "/requests/wait?status=0&count=50");
    await target.control("POST", "/reset");
    expect(await Promise.all(hanging)).toEqual(Array.from({ length: 50 }, () => cut));
  });
});

describe("a request under a fault with a delay", () => {
  it("creates no Lead when its client gives up during the delay, and is in the journal without an answer", async () => {
    const target = await listeningWith({ then: { delayMs: 600_000 }, times: 1 });
    const givingUp = new AbortController();
    const held = target.api({ ...create, signal: givingUp.signal });
    await untilMet(target);
    givingUp.abort();
    expect(await held).toEqual({ error: "ABORT_ERR" });
    await untilUnanswered(target);
    expect(await target.api(create)).toMatchObject({ status: 201 });
  });
});

describe("a response of a fault", () => {
  it.each([
    {
      name: "a status",
      then: { status: 503, message: "Busy" },
      status: 503,
      body: '{"message":"Busy"}',
    },
    { name: "an empty body", then: { kind: "empty" }, status: 200, body: "" },
    { name: "an empty 503", then: { kind: "empty", status: 503 }, status: 503, body: "" },
    {
      name: "JSON that ends too early",
      then: { kind: "malformed" },
      status: 200,
      body: '{"data":{',
    },
    { name: "a 204", then: { kind: "malformed", status: 204 }, status: 204, body: "" },
  ])("has $name on the wire", async ({ then, status, body }) => {
    const { api } = await listeningWith({ then });
    expect(await api(list)).toMatchObject({ status, body });
  });

  it("has the headers of the fault on the wire", async () => {
    const headers = { "Retry-After": "120", "Content-Type": "text/html" };
    const { api } = await listeningWith({ then: { status: 429, headers } });
    expect(await api(list)).toMatchObject({
      headers: { "retry-after": "120", "content-type": "text/html" },
    });
  });
});
