import { describe, expect, it } from "vitest";

import { newSandboxClient } from "../../../src/library/client/index.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { partnerKey } from "../../apps/console/console.ts";
import { at, replyOf } from "../../support/reply.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { passingProxy } from "./passing-proxy.ts";

const email = "maya@example.com";

/** A sandbox behind a proxy that serves it at `path`, and requests to the proxy. */
async function behindProxy(path: string, isStripped: boolean, options: SandboxOptions = {}) {
  const { url } = await listeningSandbox({ logLevel: "silent", ...options });
  const proxy = await passingProxy(path, isStripped, url);
  const publicUrl = proxy + path;
  await newSandboxClient({ url, token: options.controlToken ?? undefined }).publicUrl.set(
    publicUrl,
  );
  const get = async (below: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(publicUrl + below, { headers, redirect: "manual" });
  const post = async (
    below: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    replyOf(
      await fetch(publicUrl + below, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    );
  return { publicUrl, get, post };
}

const html = { accept: "text/html,application/xhtml+xml" };
const key = { "x-api-key": partnerKey };

/** The addresses that a page loads or links to. */
function addressesIn(page: string): readonly string[] {
  return [...page.matchAll(/(?:href|src|data-keys|action)="([^"]+)"/g)].map(([, url = ""]) => url);
}

describe.each([
  { name: "takes the path off", isStripped: true },
  { name: "passes the path on", isStripped: false },
])("a proxy that $name", ({ isStripped }) => {
  it.each(["/leads", "/tools/lead-sandbox", "/v1", "/_x", "/firms/a"])(
    "serves both APIs below %s",
    async (path) => {
      const { get, post } = await behindProxy(path, isStripped);
      const body = { email, firstName: "Maya", lastName: "Moss" };
      const created = await post("/v1/firms/Harb0rPt/leads", body, key);
      expect(created.status).toBe(201);
      const id = String(at(created, "data.id"));
      expect((await get(`/v1/leads/${id}?scope=withDeleted`, key)).status).toBe(200);
      expect((await get(`/_sandbox/leads/${id}`)).status).toBe(200);
      expect((await post(`/_sandbox/leads/${id}/convert`, {})).status).toBe(200);
      expect((await get("/readyz")).status).toBe(200);
    },
  );

  it("serves paths without a version below a path that is one of them", async () => {
    const { get } = await behindProxy("/leads", isStripped);
    expect((await get("/leads/LeadHPa1", key)).status).toBe(200);
    expect((await get("/firms/Harb0rPt/leads", key)).status).toBe(200);
  });

  it.each(["/", "/_sandbox/", "/_sandbox/docs"])(
    "shows the page %s, whose addresses work",
    async (page) => {
      const { get, publicUrl } = await behindProxy("/leads", isStripped);
      const answer = await get(page, html);
      expect(answer.status).toBe(200);
      const addresses = addressesIn(await answer.text()).filter((one) => !one.startsWith("data:"));
      expect(addresses.length).toBeGreaterThan(2);
      const found = await Promise.all(
        addresses.map(async (one) => {
          const url = new URL(one, publicUrl + page);
          expect(url.href).toContain(`${publicUrl}/`);
          return (await fetch(url, { redirect: "manual" })).status;
        }),
      );
      expect(new Set(found)).toEqual(new Set([200]));
    },
  );

  it("leads from the console's path without a slash to the one with it", async () => {
    const { get, publicUrl } = await behindProxy("/leads", isStripped);
    const { status, headers } = await get("/_sandbox", html);
    expect(status).toBe(302);
    expect(new URL(headers.get("location") ?? "", `${publicUrl}/_sandbox`).href).toBe(
      `${publicUrl}/_sandbox/`,
    );
  });

  it("puts the path into the links of answers and mails, the servers of documents and llms.txt", async () => {
    const { get, post, publicUrl } = await behindProxy("/leads", isStripped);
    const body = { email, firstName: "Maya", lastName: "Moss" };
    const created = await post("/v1/firms/Harb0rPt/leads", body, key);
    expect(created.headers.get("x-sandbox-link")).toMatch(`${publicUrl}/_sandbox/#/`);
    const mails = await replyOf(await get("/_sandbox/emails?kind=welcome&limit=1"));
    const link = String(at(mails, "data.0.links.0"));
    expect(link).toMatch(`${publicUrl}/_sandbox/workspaces/default/sign-up?`);
    const page = await fetch(link, { headers: html });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(email)]);
    const emulated = await replyOf(await get("/_sandbox/spec/openapi.json"));
    expect(at(emulated, "servers.0.url")).toBe("/leads/v1");
    const control = await replyOf(await get("/_sandbox/openapi.json"));
    expect(at(control, "servers.0.url")).toBe("/leads/_sandbox");
    expect(JSON.stringify(control.json)).not.toContain('"url":"/_sandbox');
    expect(await (await get("/_sandbox/llms.txt")).text()).toContain(`(${publicUrl}/_sandbox/mcp)`);
  });

  it("keeps a session below the path", async () => {
    const controlToken = "a-token";
    const { post } = await behindProxy("/leads", isStripped, { controlToken });
    const opened = await post("/_sandbox/session", {}, { authorization: `Bearer ${controlToken}` });
    // Without a path, a browser takes that of the call: /leads/_sandbox.
    expect(opened.headers.get("set-cookie")).not.toContain("Path=");
  });
});

describe("a public URL", () => {
  it.each([
    ["https://tools.example.com/?x=1", "a query or a fragment"],
    ["https://tools.example.com/leads?", "a query or a fragment"],
    ["https://tools.example.com/#x", "a query or a fragment"],
    ["https://case:case@tools.example.com", "credentials"],
    ["https://case@tools.example.com/leads", "credentials"],
    ["https://@tools.example.com", "credentials"],
  ])("422 for %s", async (url, problem) => {
    const { controlUrl, sandbox } = await listeningSandbox({ logLevel: "silent" });
    const reply = await replyOf(
      await fetch(`${controlUrl}/public-url`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url }),
      }),
    );
    expect([reply.status, reply.text]).toEqual([422, expect.stringContaining(problem)]);
    expect(sandbox.config.publicUrl).toBeNull();
    await expect(listeningSandbox({ publicUrl: url })).rejects.toThrow(problem);
  });

  it.each([
    ["https://tools.example.com/leads//", "https://tools.example.com/leads"],
    ["HTTPS://Tools.Example.com:443/", "https://tools.example.com"],
    ["http://[::1]:8080/a/../b/", "http://[::1]:8080/b"],
  ])("%s becomes %s", async (publicUrl, wanted) => {
    const { url } = await listeningSandbox({ logLevel: "silent", publicUrl });
    expect(url).toBe(wanted);
  });

  it("lets its pages call the control API, behind a proxy that rewrites Host", async () => {
    const publicUrl = "https://tools.example.com/leads";
    const { url, controlUrl } = await listeningSandbox({ logLevel: "silent" });
    await newSandboxClient({ url }).publicUrl.set(publicUrl);
    const statusFrom = async (origin: string) =>
      (await fetch(`${controlUrl}/health`, { headers: { origin } })).status;
    expect(await statusFrom("https://tools.example.com")).toBe(200);
    expect(await statusFrom("https://other.example.com")).toBe(403);
    expect(await statusFrom("null")).toBe(403);
  });
});

describe("a proxy that rewrites Host", () => {
  it.each([
    [{ "x-forwarded-host": "leads.example.com" }, "http://leads.example.com"],
    [
      { "x-forwarded-host": "leads.example.com", "x-forwarded-proto": "https" },
      "https://leads.example.com",
    ],
    [{ "x-forwarded-host": "a.example:8443, b.example" }, "http://a.example:8443"],
    [{ "x-forwarded-host": "a.example:443", "x-forwarded-proto": "HTTPS" }, "https://a.example"],
    [{ "x-forwarded-host": "[2001:DB8::1]:8080" }, "http://[2001:db8::1]:8080"],
    [{ forwarded: "proto=https;host=leads.example.com" }, "https://leads.example.com"],
    [{ forwarded: 'for=1.2.3.4; Host="leads.example.com:8443"' }, "http://leads.example.com:8443"],
    [{ forwarded: 'host="[2001:db8::1]:8080";proto=http' }, "http://[2001:db8::1]:8080"],
    [{ forwarded: "host=a.example;proto=https, host=b.example" }, "https://a.example"],
    [{ forwarded: 'for="a,b;host=c.example";host=d.example' }, "http://d.example"],
    [{ forwarded: "host=a.example", "x-forwarded-host": "b.example" }, "http://b.example"],
    [{ "x-forwarded-proto": "https" }, "https://own"],
    [{ forwarded: "proto=https" }, "https://own"],
    [{ "x-forwarded-host": "a.example/path" }, "http://own"],
    [{ "x-forwarded-host": "user@a.example" }, "http://own"],
    [{ "x-forwarded-host": "a.example:99999" }, "http://own"],
    [{ "x-forwarded-host": "" }, "http://own"],
    [{ "x-forwarded-host": "evil.example <script>" }, "http://own"],
    [{ forwarded: 'host="a.example' }, "http://own"],
    [{ forwarded: "host" }, "http://own"],
  ])("has links for %j to %s", async (headers, wanted) => {
    const { url } = await listeningSandbox({ logLevel: "silent" });
    const answer = await fetch(`${url}/v1/leads`, { headers: { ...headers, ...key } });
    const link = new URL(answer.headers.get("x-sandbox-link") ?? "");
    expect(link.origin).toBe(wanted.replace("own", new URL(url).host));
  });

  it("lets a page at the forwarded host call the control API, and no other page", async () => {
    const { controlUrl } = await listeningSandbox({ logLevel: "silent" });
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`${controlUrl}/health`, { headers })).status;
    const origin = "https://leads.example.com";
    expect(await statusOf({ origin, "x-forwarded-host": "leads.example.com" })).toBe(200);
    expect(await statusOf({ origin, forwarded: "host=leads.example.com" })).toBe(200);
    expect(await statusOf({ origin, "x-forwarded-host": "leads.example.com:8443" })).toBe(403);
    expect(await statusOf({ origin })).toBe(403);
  });
});

describe("a host in brackets", () => {
  it("is the IPv6 address", async () => {
    const { url } = await listeningSandbox({ logLevel: "silent", host: "[::1]" });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
