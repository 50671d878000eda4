import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../../src/library/client/index.ts";
import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Sent } from "../../../network/http/client.ts";
import { exchange } from "../../../network/http/client.ts";
import { mapped } from "../../../support/mapped.ts";
import { at } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { ids, newWorld } from "../../../support/world.ts";

/** A sandbox behind a mapped port, which `create` reaches under any host. */
async function behindMappedPort(options: SandboxOptions = {}) {
  const listening = await listeningSandbox(options);
  const port = await mapped(() => listening.url);
  const client = newSandboxClient({ url: `http://127.0.0.1:${port}` });
  const [key = ""] = listening.sandbox
    .describe()
    .firms.flatMap(({ apiKeys }) => apiKeys.map((one) => one.key));
  const send = async (sent: Sent) => {
    const received = await exchange(`http://127.0.0.1:${port}`, sent);
    if ("error" in received) throw new Error(received.error);
    return received;
  };
  let count = 0;
  const create = async (host: string, more: Readonly<Record<string, string>> = {}) => {
    count += 1;
    const answer = await send({
      method: "POST",
      path: `/v1/firms/${ids.partnerFirm}/leads`,
      headers: { host, "x-api-key": key, ...more },
      body: { email: `maya${count}@example.com`, firstName: "Maya", lastName: "Moreau" },
    });
    expect(answer.status).toBe(201);
    const { data } = await client.emails.list({ kind: "welcome", limit: 1 });
    return { mail: data[0]?.links[0] ?? "", header: String(answer.headers["x-sandbox-link"]) };
  };
  return { ...listening, port, client, send, create };
}

// The address of a sandbox is one of its settings.
describe.skipIf(isRemote)("links of a sandbox behind a mapped port", () => {
  it.each(["127.0.0.1", "partner.localhost", "[::1]"])(
    "lead to the host and port that the client used: %s",
    async (host) => {
      const { port, create } = await behindMappedPort();
      const { mail, header } = await create(`${host}:${port}`);
      const base = `http://${host}:${port}/_sandbox/`;
      expect([mail.slice(0, base.length), header.slice(0, base.length)]).toEqual([base, base]);
    },
  );

  it("open the page of the mail, and those that a conversion sends, too", async () => {
    const { port, client, create } = await behindMappedPort();
    const { mail } = await create(`127.0.0.1:${port}`);
    expect((await fetch(mail)).status).toBe(200);
    await client.signUp({ email: "maya1@example.com" });
    const { data } = await client.emails.list({ kind: "converted", limit: 1 });
    expect(data[0]?.links[0]).toMatch(`http://127.0.0.1:${port}/_sandbox/`);
  });

  it.each(["evil.example", "api.provider.example:443", "127.0.0.1.evil.example"])(
    "do not follow the host %s, which the control plane does not serve",
    async (host) => {
      const { url, create } = await behindMappedPort();
      const { mail, header } = await create(host);
      expect([new URL(mail).origin, new URL(header).origin]).toEqual([url, url]);
    },
  );

  it("lead to an allowed host by HTTPS when a proxy received the request so", async () => {
    const { create } = await behindMappedPort({ allowHosts: ["leads.example.test"] });
    const { mail } = await create("leads.example.test", { "x-forwarded-proto": "https" });
    expect(new URL(mail).origin).toBe("https://leads.example.test");
  });

  it("lead to the public URL that a later call sets, until it is removed", async () => {
    const { port, client, send, create } = await behindMappedPort();
    const url = "http://ci.example.test:21031/leads";
    await client.publicUrl.set(`${url}/`);
    expect((await create(`127.0.0.1:${port}`)).mail).toMatch(`${url}/_sandbox/`);
    const health = { path: "/_sandbox/health", headers: { host: "ci.example.test:21031" } };
    expect((await send(health)).status).toBe(200);
    await client.publicUrl.set(null);
    expect((await create(`127.0.0.1:${port}`)).mail).toMatch(`http://127.0.0.1:${port}/`);
    expect((await send(health)).status).toBe(403);
  });

  it.each([{ url: "leads.example.test" }, { url: "ftp://a.example" }, { url: 5 }, {}])(
    "refuse the public URL %j with 422",
    async (body) => {
      const reply = await (await newWorld()).server("PUT", "/public-url", body);
      expect([reply.status, Object.keys(Object(at(reply, "fields")))]).toEqual([422, ["url"]]);
    },
  );
});
