import { Readable } from "node:stream";

import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Sandbox, SandboxWorkspace } from "../../../src/index.ts";
import { createSandbox } from "../../../src/index.ts";
import { mockAgent } from "../../../src/library/embed/undici.ts";
import type { MockAgentOptions } from "../../../src/library/embed/undici.ts";
import { answering } from "./answering.ts";
import {
  created,
  createLead,
  expectUnchanged,
  host,
  readAsRealtor,
  refused,
} from "./provider-host.ts";
import { undiciClients } from "./undici-clients.ts";

const clients = Object.entries(undiciClients);

/** Makes an agent of the sandbox the global dispatcher until `stop`, or until the test ends. */
function dispatched(sandbox: Pick<Sandbox, "fetch">, options?: MockAgentOptions): () => void {
  const before = getGlobalDispatcher();
  const agent = mockAgent(sandbox, options);
  setGlobalDispatcher(agent);
  const stop = (): void => setGlobalDispatcher(before);
  onTestFinished(async () => {
    stop();
    await agent.close();
  });
  return stop;
}

async function dispatchedWorkspace(): Promise<SandboxWorkspace> {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  dispatched(sandbox);
  return sandbox.workspace();
}

describe.each(clients)("mockAgent, for requests with %s", (name, client) => {
  it("creates a Lead at the provider's host", async () => {
    expect(await createLead(client, await dispatchedWorkspace())).toEqual(created);
  });

  it("keeps a path that begins with two slashes, which no operation has", async () => {
    const { apiKey } = await dispatchedWorkspace();
    const { status } = await client(`${host}//v1/leads`, { headers: { "x-api-key": apiKey } });
    expect(status).toBe(404);
  });

  it("passes on the refusals of the provider's host", async () => {
    expect(await readAsRealtor(client, await dispatchedWorkspace())).toMatchObject(refused);
  });

  it("passes on a broken connection", async () => {
    const { client: control, apiKey } = await dispatchedWorkspace();
    await control.faults.plan({ match: {}, then: { kind: "reset" } });
    const headers = { "x-api-key": apiKey };
    await expect(client(`${host}/v1/leads`, { headers })).rejects.toThrow(Error);
    expect(await control.requests.count({ status: 0 })).toBe(1);
  });

  it("passes on redirects, streams, cookies and empty responses unchanged", async () => {
    dispatched(answering());
    const moved = await client(`${host}/moved`);
    // undici.request does not follow redirects by default.
    const expected = name === "undici.request" ? { status: 302 } : { status: 200, text: "arrived" };
    expect(moved).toMatchObject(expected);
    await expectUnchanged(client);
  });

  it("leaves every other host alone, and its own hosts after it stops", async () => {
    await using outside = await createSandbox();
    const { url } = await outside.listen();
    const stop = dispatched(answering(), { hosts: ["127.0.0.1"] });
    expect((await client(`${url}/stream`)).text).toBe("one two three");
    stop();
    expect((await client(`${url}/stream`)).status).toBe(401);
    dispatched(answering());
    expect((await client(`${url}/stream`)).status).toBe(401);
  });
});

describe("mockAgent, for requests that only undici.request can send", () => {
  const { "undici.request": viaUndici } = undiciClients;

  it("passes on query options, streams and bytes", async () => {
    dispatched(answering());
    const { request } = await import("undici");
    const query = await request(`${host}/echo`, { query: { a: "1", b: ["2", "3"] } });
    expect(await query.body.text()).toBe("GET /echo?a=1&b=2&b=3 ");
    const stream = await request(`${host}/echo`, { method: "POST", body: streamOf("on", "e") });
    expect(await stream.body.text()).toBe("POST /echo one");
    const bytes = await request(`${host}/echo`, { method: "PUT", body: Buffer.from("bytes") });
    expect(await bytes.body.text()).toBe("PUT /echo bytes");
  });

  it("blocks the network when the agent is configured so", async () => {
    const before = getGlobalDispatcher();
    const agent = mockAgent(answering());
    agent.disableNetConnect();
    setGlobalDispatcher(agent);
    onTestFinished(async () => {
      setGlobalDispatcher(before);
      await agent.close();
    });
    await expect(viaUndici("http://127.0.0.1:9/")).rejects.toThrow("net.connect disabled");
    expect((await viaUndici(`${host}/stream`)).status).toBe(200);
  });
});

function streamOf(...texts: readonly string[]): Readable {
  return Readable.from(texts.map((text) => Buffer.from(text)));
}
