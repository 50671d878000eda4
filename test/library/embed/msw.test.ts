import { createServer } from "node:http";

import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";

import type { SandboxWorkspace } from "../../../src/index.ts";
import { createSandbox } from "../../../src/index.ts";
import { handlers, intercept } from "../../../src/library/embed/msw.ts";
import { answering } from "./answering.ts";
import { nodeClients } from "./hard-coded-clients.ts";
import {
  created,
  createLead,
  expectUnchanged,
  host,
  readAsRealtor,
  refused,
} from "./provider-host.ts";

const clients = Object.entries(nodeClients);

/** A workspace that receives requests for the provider's hosts until the test ends. */
async function interceptedWorkspace(): Promise<SandboxWorkspace> {
  const sandbox = await createSandbox();
  const interception = intercept(sandbox);
  onTestFinished(async () => {
    interception.stop();
    await sandbox.close();
  });
  return sandbox.workspace();
}

/** A separate server that answers every request with 418. */
async function teapot(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(418).end("outside"));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
}

describe.each(clients)("intercept, for requests with %s", (_name, client) => {
  it("creates a Lead at the provider's host", async () => {
    expect(await createLead(client, await interceptedWorkspace())).toEqual(created);
  });

  it("passes on the refusals of the provider's host", async () => {
    expect(await readAsRealtor(client, await interceptedWorkspace())).toMatchObject(refused);
  });

  it("passes on a broken connection", async () => {
    const { client: control, apiKey } = await interceptedWorkspace();
    await control.faults.plan({ match: {}, then: { kind: "reset" } });
    const headers = { "x-api-key": apiKey };
    await expect(client(`${host}/v1/leads`, { headers })).rejects.toThrow(Error);
    expect(await control.requests.count({ status: 0 })).toBe(1);
  });

  it("passes on redirects, streams, cookies and empty responses unchanged", async () => {
    const interception = intercept(answering());
    onTestFinished(() => interception.stop());
    expect(await client(`${host}/moved`)).toMatchObject({ status: 200, text: "arrived" });
    await expectUnchanged(client);
  });

  it("leaves every other host alone, and its own hosts after it stops", async () => {
    const url = await teapot();
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    const others = intercept(sandbox);
    expect(await client(url)).toMatchObject({ status: 418, text: "outside" });
    others.stop();
    const interception = intercept(sandbox, { hosts: ["127.0.0.1"] });
    expect((await client(`${url}/v1/leads`)).status).toBe(401);
    interception.stop();
    expect(await client(`${url}/v1/leads`)).toMatchObject({ status: 418, text: "outside" });
  });
});

describe("intercept", () => {
  it("ends with its scope", async () => {
    const url = await teapot();
    {
      using interception = intercept(answering(), { hosts: ["127.0.0.1"] });
      expect(interception.stop).toBeTypeOf("function");
      expect((await fetch(`${url}/stream`)).status).toBe(200);
    }
    expect((await fetch(`${url}/stream`)).status).toBe(418);
  });

  it("rejects a URL where a host is expected", () => {
    expect(() => intercept(answering(), { hosts: ["https://api.partner.test"] })).toThrow(
      'A host is a name such as api.partner.example or a pattern such as api.partner.*, not "https://api.partner.test".',
    );
  });
});

describe("handlers", () => {
  it("work in the user's own MSW server, and after other handlers", async () => {
    const sandbox = await createSandbox();
    const server = setupServer(...handlers(sandbox, { hosts: ["leads.example.test"] }));
    server.listen({ onUnhandledFrame: "bypass" });
    onTestFinished(async () => {
      server.close();
      await sandbox.close();
    });
    const url = "https://leads.example.test/v1/leads";
    expect((await fetch(url)).status).toBe(401);
    server.use(http.get(url, () => new HttpResponse(null, { status: 503 })));
    expect((await fetch(url)).status).toBe(503);
    server.resetHandlers();
    expect((await fetch(url)).status).toBe(401);
  });
});
