import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { readConfig } from "../../../../src/server/settings/config.ts";
import type { Reply } from "../../../support/reply.ts";
import { replyOf, text } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";

interface Sent {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function words(line: string): readonly string[] {
  return line.split(" ");
}

async function send(sent: Sent, options: SandboxOptions = {}): Promise<Reply> {
  const sandbox = newSandbox(options);
  const { host = "127.0.0.1:4610", method = "GET", headers = {} } = sent;
  const request = new Request(`http://${host}/_sandbox/health`, { method, headers });
  return replyOf(await sandbox.fetch(request));
}

describe("--control-hosts", () => {
  it("allows names on the control API, without restricting the emulated API", async () => {
    const options = { controlHosts: ["leads.testing"] };
    expect((await send({ host: "leads.testing:4610" }, options)).status).toBe(200);
    expect((await send({ host: "evil.testing:4610" }, options)).status).toBe(403);
    const { fetch } = newSandbox(options);
    const request = new Request("http://api.lender.example/v1/leads");
    expect((await fetch(request)).status).toBe(401);
  });
});

describe("the Host of a control call", () => {
  it.each([
    ...words("127.0.0.1:4610 10.1.2.3 [::1]:4610 localhost sandbox sandbox:4610 partner.localhost"),
    ...words("host.docker.internal my-laptop.local PARTNER.LOCALHOST LocalHost:4610 localhost."),
    ...words("partner.localhost.:4610 127.0.0.1. 0.0.0.0:4610 [::1] [fe80::1]:4610"),
    ...words("[::ffff:127.0.0.1] my_service:4610 deep.below.internal leads.testing.svc"),
    ...words("leads-0.leads-shards.testing.svc leads.testing.svc.cluster.local"),
  ])("200 for %s", async (host) => {
    expect((await send({ host })).status).toBe(200);
  });

  it.each([
    ...words("evil.example leads.testing x.svc.evil.example evil.example:4610"),
    ...words("localhost.evil.example 127.0.0.1.evil.example notlocal.localhost.com"),
    ...words("evilinternal.example EVIL.EXAMPLE evil.example. evil.example.:4610"),
    ...words("evillocalhost.example xlocal.example 127.0.0.1.nip.example internal.example"),
    ...words("com.local.example"),
  ])("403 with a hint for %s, which a public page could rebind", async (host) => {
    const reply = await send({ host });
    expect(reply.status).toBe(403);
    expect(text(reply, "hint")).toContain("LEAD_SANDBOX_ALLOW_HOSTS");
  });

  it.each([
    { allowed: "leads.example.test", host: "leads.example.test", status: 200 },
    { allowed: "leads.example.test", host: "LEADS.example.test:80", status: 200 },
    { allowed: "Leads.Example.TEST", host: "leads.example.test", status: 200 },
    { allowed: "leads.example.test.", host: "leads.example.test", status: 200 },
    { allowed: "leads.example.test", host: "leads.example.test.", status: 200 },
    { allowed: "leads.example.test", host: "x.leads.example.test", status: 403 },
  ])("$status for $host if allowHosts has $allowed", async ({ allowed, host, status }) => {
    expect((await send({ host }, { allowHosts: [allowed] })).status).toBe(status);
  });

  it("200 for the comma-separated hosts of LEAD_SANDBOX_ALLOW_HOSTS", async () => {
    const environment = { LEAD_SANDBOX_ALLOW_HOSTS: "one.example, two.example" };
    const options = readConfig({ environment });
    expect((await send({ host: "one.example" }, options)).status).toBe(200);
    expect((await send({ host: "two.example" }, options)).status).toBe(200);
    expect((await send({ host: "three.example" }, options)).status).toBe(403);
  });

  it("200 on the probes for any host, as they reveal nothing", async () => {
    const sandbox = newSandbox();
    const reply = await sandbox.fetch(new Request("http://evil.example/livez"));
    expect(reply.status).toBe(200);
  });
});

describe("the Origin of a control call", () => {
  it.each([
    "https://evil.example",
    "http://127.0.0.1:9999",
    "http://localhost:4610",
    "null",
    "file://",
    "http://127.0.0.1:4610.evil.example",
  ])("403 for %s", async (origin) => {
    const reply = await send({ headers: { origin } });
    expect(reply.status).toBe(403);
    expect(text(reply, "message")).toContain(origin);
  });

  it.each(["http://127.0.0.1:4610", "https://127.0.0.1:4610"])(
    "200 for its own origin, %s",
    async (origin) => {
      expect((await send({ headers: { origin } })).status).toBe(200);
    },
  );

  it("403 for the preflight of a foreign page, without CORS headers", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "DELETE" };
    const reply = await send({ method: "OPTIONS", headers });
    expect(reply.status).toBe(403);
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the token of the control API", () => {
  const options = { controlToken: "s3cret" };

  it.each([
    { name: "none", headers: {} },
    { name: "another", headers: { authorization: "Bearer other" } },
    { name: "one cut short", headers: { authorization: "Bearer s3cre" } },
    { name: "one that continues", headers: { authorization: "Bearer s3cret1" } },
    { name: "another scheme", headers: { authorization: "Basic s3cret" } },
    { name: "the token alone", headers: { authorization: "s3cret" } },
    { name: "the token in another case", headers: { authorization: "Bearer S3CRET" } },
    { name: "the scheme alone", headers: { authorization: "Bearer " } },
    { name: "another header", headers: { "x-control-token": "s3cret" } },
    { name: "two at once", headers: { authorization: "Bearer other, Bearer s3cret" } },
  ])("401 with a hint for $name", async ({ headers }) => {
    const reply = await send({ headers }, options);
    expect(reply.status).toBe(401);
    expect(text(reply, "hint")).toContain("LEAD_SANDBOX_CONTROL_TOKEN");
    expect(reply.text).not.toContain("s3cret");
  });

  it("200 with the token, but 403 for a foreign Origin", async () => {
    const authorization = "Bearer s3cret";
    expect((await send({ headers: { authorization } }, options)).status).toBe(200);
    const headers = { authorization, origin: "https://evil.example" };
    expect((await send({ headers }, options)).status).toBe(403);
  });

  it.each(["bearer s3cret", "BEARER s3cret", "Bearer  s3cret"])("200 for %s", async (sent) => {
    expect((await send({ headers: { authorization: sent } }, options)).status).toBe(200);
  });

  it("401 without the token, also for the sandbox's own Origin", async () => {
    const headers = { origin: "http://127.0.0.1:4610" };
    expect((await send({ headers }, options)).status).toBe(401);
  });

  it("is optional", async () => {
    expect((await send({ headers: { authorization: "Bearer any" } })).status).toBe(200);
  });
});
