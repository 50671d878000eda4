import { connect } from "node:net";

import { describe, expect, it } from "vitest";

import { readConfig } from "../../../src/server/settings/config.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { getSecurely } from "../https/secure.ts";
import { exchange } from "./proxied.ts";

const host = "leads.lender.example";

describe("a sandbox with --intercept", () => {
  it("serves the provider's host by HTTPS, with a certificate of the run, and control calls only by its own", async () => {
    const { url, https, proxy } = await listeningSandbox({
      intercept: { "partner-production": [host] },
    });
    expect(https).toBeNull();
    const ca = proxy?.certificate ?? "";
    const secure = url.replace("http:", "https:");
    expect((await getSecurely(secure, { ca, host, path: "/v1/leads" })).status).toBe(401);
    const refused = await getSecurely(secure, { ca, host, path: "/_sandbox/leads" });
    expect(refused).toMatchObject({
      status: 403,
      body: expect.stringContaining("is the provider's"),
    });
    await expect(getSecurely(secure, { ca, host: "other.example" })).rejects.toThrow(
      /certificate|altnames|handshake|alert/i,
    );
    const served = await fetch(`${url}/_sandbox/ca.crt`);
    expect(await served.text()).toBe(ca);
  });

  it.each(["provider", "api.internal"])(
    "refuses control calls under the provider's name %s, which no page can have",
    async (name) => {
      const { url } = await listeningSandbox({ intercept: { "partner-production": [name] } });
      const { port } = new URL(url);
      const head = `GET /_sandbox/leads HTTP/1.1\r\nHost: ${name}.\r\nConnection: close\r\n\r\n`;
      expect(await exchange(Number(port), head)).toMatch(/^HTTP\/1\.1 403 [^]*has no control API/);
    },
  );

  it.each([
    ["Partner", "partner-sandbox", [401, 200]],
    ["Realtor", "realtor-sandbox", [401, 200]],
  ])(
    "names the flag for a %s's key of the sandbox environment: %s",
    async (roleType, surface, statuses) => {
      const found: number[] = [];
      for (const of of ["partner-production", surface]) {
        // oxlint-disable-next-line no-await-in-loop -- one sandbox after the other
        const { url, sandbox } = await listeningSandbox({ intercept: { [of]: [host] } });
        const { key = "" } =
          sandbox
            .describe()
            .firms.flatMap(({ apiKeys }) => apiKeys)
            .find((one) => one.roleType === roleType && one.environment === "sandbox") ?? {};
        const ask = (name: string): string =>
          `GET /v1/leads HTTP/1.1\r\nHost: ${name}\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
        // oxlint-disable-next-line no-await-in-loop -- likewise
        const answer = await exchange(Number(new URL(url).port), ask(host.toUpperCase()));
        found.push(Number(answer.slice(9, 12)));
        const flag = ` For this key, start with --intercept ${surface}=${host}.`;
        expect(answer.includes(flag)).toBe(of !== surface);
        // oxlint-disable-next-line no-await-in-loop -- likewise
        const other = await exchange(Number(new URL(url).port), ask("api.partner.example"));
        expect(other).toMatch(/^HTTP\/1\.1 401 /);
        expect(other).not.toContain("--intercept");
      }
      expect(found).toEqual(statuses);
    },
  );

  it("answers for a host by its surface, whatever its case and trailing dot", async () => {
    const { url, proxy, sandbox } = await listeningSandbox({
      intercept: { "realtor-production": ["realty.lender.example"] },
    });
    const port = Number(new URL(proxy?.url ?? "").port);
    for (const name of ["realty.lender.example", "Realty.Lender.Example."]) {
      // oxlint-disable-next-line no-await-in-loop -- the journal shows them in this order
      await exchange(
        port,
        `GET http://${name}/v1/leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
    }
    const journal = await sandbox.fetch(new Request(`${url}/_sandbox/requests`));
    const { data } = Object(await journal.json());
    expect(data.map((one: { surface: string }) => one.surface)).toEqual([
      "realtor-production",
      "realtor-production",
    ]);
  });

  it("catches the hosts of all surfaces when it names none, and those of --surface-hosts", async () => {
    const { proxy } = await listeningSandbox({
      intercept: {},
      surfaceHosts: { "partner-sandbox": "leads.test" },
    });
    expect(proxy?.hosts).toEqual([
      "leads.test",
      "api.partner.dit.*",
      "api.partner.*",
      "api.realtor.dit.*",
      "api.realtor.*",
    ]);
  });

  it("refuses other hosts by default where others reach the proxy", async () => {
    const open = await listeningSandbox({ host: "0.0.0.0", proxyPort: 0 });
    expect(open.proxy).toMatchObject({ otherHosts: "refuse" });
    const asked = await listeningSandbox({ host: "0.0.0.0", proxyPort: 0, otherHosts: "pass" });
    expect(asked.proxy).toMatchObject({ otherHosts: "pass" });
    const own = await listeningSandbox({ host: "0.0.0.0", intercept: {} });
    expect(own.proxy).toMatchObject({ otherHosts: "pass" });
    expect(own.proxy?.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it("has no proxy after it closed", async () => {
    const { proxy, close } = await listeningSandbox({ intercept: {} });
    await close();
    const socket = connect({ port: Number(new URL(proxy?.url ?? "").port), host: "127.0.0.1" });
    const { promise, resolve } = Promise.withResolvers<Error>();
    socket.once("error", resolve);
    expect(await promise).toMatchObject({ code: "ECONNREFUSED" });
  });
});

function read(intercept: unknown): unknown {
  return readConfig({ flags: { intercept } }).intercept;
}

describe("--intercept", () => {
  it.each([
    [true, {}],
    ["on", {}],
    ["off", null],
    ["leads.lender.example", { "partner-production": ["leads.lender.example"] }],
    [
      "a.example, realtor-sandbox=b.example,c.example",
      { "partner-production": ["a.example", "c.example"], "realtor-sandbox": ["b.example"] },
    ],
    ["*.lender.example", { "partner-production": ["*.lender.example"] }],
    ["api.realtor.lender.example", { "realtor-production": ["api.realtor.lender.example"] }],
    ["api.partner.dit.lender.example", { "partner-sandbox": ["api.partner.dit.lender.example"] }],
    [{ "realtor-sandbox": ["b.example"] }, { "realtor-sandbox": ["b.example"] }],
  ])("%j is %j", (given, expected) => {
    expect(read(given)).toEqual(expected);
  });

  it.each([
    "",
    ",",
    "a.example,",
    "https://a.example",
    "a.example:8443",
    "a.example/v1",
    "a b.example",
    ".example",
    "a..example",
    "partner=a.example",
    "partner-production=",
    "münchen.example",
    "[::1]",
    `${"a.".repeat(200)}example`,
    "__proto__=a.example",
  ])("rejects %j, with what it expects", (given) => {
    expect(() => read(given)).toThrow(
      /^Invalid --intercept: .*Expected hosts such as leads\.lender\.example/s,
    );
  });

  it.each(["*", "localhost", "127.0.0.1", "*.*.*.*", "l*t"])(
    "rejects %j, which is this machine",
    (given) => {
      expect(() => read(given)).toThrow(/The pattern matches this machine itself/);
    },
  );

  it.each([
    [{ otherHosts: "refuse" }, /start that with --intercept or --proxy-port/],
    [{ otherHosts: "drop", intercept: true }, /Expected pass or refuse/],
    [{ proxyPort: 4610 }, /The sandbox itself listens on this port/],
    [{ proxyPort: "x" }, /Expected an integer from 0 to 65535/],
  ])("with %j is an error", (flags, expected) => {
    expect(() => readConfig({ flags })).toThrow(expected);
  });
});
