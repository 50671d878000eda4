import { request as httpRequest } from "node:http";

import { describe, expect, it } from "vitest";

import type { SurfaceName } from "../../../src/domain/model/surface.ts";
import { surfaceNames } from "../../../src/domain/model/surface.ts";
import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { keptPort } from "../../support/kept-port.ts";
import type { SecureTarget } from "./secure.ts";
import { getSecurely, listeningSecurely } from "./secure.ts";

/** The keys of the fixture are in the order of their surfaces. */
function keyOf({ keys }: SecureTarget, surface: SurfaceName): string {
  return keys[surfaceNames.indexOf(surface)] ?? "";
}

/** The surfaces whose key gets 200. */
async function surfacesThat(
  target: SecureTarget,
  statusOf: (key: string) => Promise<number>,
): Promise<readonly SurfaceName[]> {
  const statuses = await Promise.all(surfaceNames.map((name) => statusOf(keyOf(target, name))));
  return surfaceNames.filter((_, index) => statuses[index] === 200);
}

/** The status of a request over plain HTTP with this Host header. */
function plainStatus(url: string, host: string, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { host, "x-api-key": key };
  const outgoing = httpRequest(`${url}/v1/leads`, { agent: false, headers }, (incoming) => {
    incoming.resume();
    incoming.on("end", () => resolve(incoming.statusCode ?? 0));
  });
  outgoing.on("error", reject);
  outgoing.end();
  return promise;
}

async function secureStatus(target: SecureTarget, url: string, host: string, key: string) {
  const headers = { "x-api-key": key };
  const { certificate: ca } = target;
  return (await getSecurely(url, { ca, host, headers, path: "/v1/leads" })).status;
}

const surfaceHosts = {
  "partner-sandbox": "sandbox.leads.test",
  "partner-production": ["leads.test", "*.live.leads.test"],
  "realtor-sandbox": ["realty-sandbox.test"],
  "realtor-production": ["realty.test", "realty2.test", "realty3.test"],
} satisfies SandboxOptions["surfaceHosts"];
/** Hosts of both kinds; test/domain/rules/environment.test.ts has the others. */
const hosts: readonly { readonly host: string; readonly surface: SurfaceName }[] = [
  { host: "partner-production.localhost", surface: "partner-production" },
  { host: "api.realtor.dit.example.com", surface: "realtor-sandbox" },
  { host: "eu.live.leads.test", surface: "partner-production" },
  { host: "realty3.test", surface: "realtor-production" },
];

describe("the host of a request over a socket", () => {
  it.each(hosts)(
    "env.surface: $host selects $surface over HTTP by the Host header and over HTTPS by SNI and Host (1.3)",
    async ({ host, surface }) => {
      const target = await listeningSecurely({ surfaceHosts });
      expect(await surfacesThat(target, (key) => plainStatus(target.url, host, key))).toEqual([
        surface,
      ]);
      expect(
        await surfacesThat(target, (key) => secureStatus(target, target.https, host, key)),
      ).toEqual([surface]);
    },
  );
});

describe("the port of a request over a socket", () => {
  it.each(["partner-sandbox", "realtor-production"] as const)(
    "env.surface: a separate port selects %s over HTTP and HTTPS, for any host (1.3)",
    async (surface) => {
      const own = await keptPort();
      const target = await listeningSecurely({ surfacePorts: { [surface]: own } });
      const host = "api.partner.example.com";
      const [url, https] = [`http://127.0.0.1:${own}`, `https://127.0.0.1:${own}`];
      expect(await surfacesThat(target, (key) => plainStatus(url, host, key))).toEqual([surface]);
      expect(await surfacesThat(target, (key) => secureStatus(target, https, host, key))).toEqual([
        surface,
      ]);
    },
  );
});
