import { describe, expect, it } from "vitest";

import type { Sandbox } from "../../../src/server/sandbox/sandbox.ts";
import { postLead } from "../../support/post-lead.ts";
import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, text } from "../../support/reply.ts";
import { newSandbox } from "../../support/sandbox.ts";
import { isRemote } from "../../support/target.ts";
import type { SurfaceHost, World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

const surfaces = ["partner", "partner-production", "realtor", "realtor-production"] as const;

const hosts: readonly { readonly host: string; readonly surface: SurfaceHost }[] = [
  { host: "api.partner.dit.example.com", surface: "partner" },
  { host: "api.partner.example.com", surface: "partner-production" },
  { host: "api.realtor.dit.example.com", surface: "realtor" },
  { host: "api.realtor.example.com", surface: "realtor-production" },
  { host: "partner.localhost", surface: "partner" },
  { host: "partner-production.localhost", surface: "partner-production" },
  { host: "realtor.localhost", surface: "realtor" },
  { host: "realtor-production.localhost", surface: "realtor-production" },
  { host: "127.0.0.1:4610", surface: "partner" },
  { host: "api.example.com", surface: "partner" },
];

describe("the domain of a request", () => {
  it.each(surfaces)(
    "env.surface: 200 on %s.localhost only with a key of that surface (1.3, 1.4)",
    async (surface) => {
      const world = await newWorld();
      const replies = await Promise.all(
        surfaces.map((name) => world.api("GET", "/v1/leads", { surface, key: world.keys[name] })),
      );
      expect(surfaces.filter((_, index) => replies[index]?.status === 200)).toEqual([surface]);
    },
  );

  it.skipIf(isRemote).each(hosts)(
    "env.surface: the host $host selects $surface (1.3)",
    async ({ host, surface }) => {
      expect(await surfacesOf(newSandbox(), `http://${host}`)).toEqual([surface]);
    },
  );

  it.skipIf(isRemote)("env.surface: host patterns can be set (1.3)", async () => {
    const sandbox = newSandbox({ surfaceHosts: { "realtor-production": "*.live.example.com" } });
    expect(await surfacesOf(sandbox, "http://leads.live.example.com")).toEqual([
      "realtor-production",
    ]);
    expect(await surfacesOf(sandbox, "http://api.realtor.example.com")).toEqual([
      "realtor-production",
    ]);
  });

  it.skipIf(isRemote)(
    "env.surface: a dedicated port selects the surface for any host (1.3)",
    async () => {
      const sandbox = newSandbox({ surfacePorts: { "realtor-sandbox": 4612 } });
      const url = "http://partner-production.localhost";
      expect(await surfacesOf(sandbox, url, 4612)).toEqual(["realtor"]);
      expect(await surfacesOf(sandbox, url, 4610)).toEqual(["partner-production"]);
    },
  );
});

describe("a key of the other environment", () => {
  it.each([
    { surface: "partner", key: "partner-production" },
    { surface: "partner-production", key: "partner" },
  ] as const)("env.key-mismatch: 401 for a $key key on $surface (5.4)", async (row) => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/leads", {
      surface: row.surface,
      key: world.keys[row.key],
    });
    expectStatus(reply, 401);
    expect(reply.json).toEqual({ message: "Unauthorized" });
    expect(assumedRulesOf(reply)).toContain("env.key-mismatch");
  });

  it("env.key-mismatch [403]: 403 for a production key in the sandbox (5.4)", async () => {
    const world = await newWorld({ assumptions: { "env.key-mismatch": "403" } });
    const key = world.keys["partner-production"];
    const reply = await world.api("GET", "/v1/leads", { key });
    expectStatus(reply, 403);
    expect(reply.json).toEqual({ message: "Forbidden" });
    expect(assumedRulesOf(reply)).toContain("env.key-mismatch");
  });
});

describe("the journal", () => {
  it("audit.every-request: contains every response, refusals included, newest first (5.8)", async () => {
    const world = await newWorld();
    const replies = await variousRequests(world);
    const journal = await world.control("GET", "/requests");
    expect(replies.map(({ status }) => status)).toEqual([201, 409, 422, 404, 403, 401, 401]);
    expect(summaries(journal)).toEqual(
      replies.toReversed().map((reply) => ({
        id: reply.headers.get("x-sandbox-request-id"),
        status: reply.status,
        rules: reply.headers.get("x-sandbox-rules"),
        body: reply.text,
      })),
    );
  });

  it("audit.every-request: redacts the keys of requests (5.8)", async () => {
    const world = await newWorld();
    await variousRequests(world);
    const journal = await world.control("GET", "/requests");
    const key = at(journal, "data.0.request.headers.x-api-key");
    expect(key).toMatch(/redacted$/);
    for (const secret of Object.values(world.keys)) expect(journal.text).not.toContain(secret);
    expect(at(journal, "data.6.apiKeyId")).toBe(world.keyIds.partner);
  });

  it.each([
    { name: "no key", key: null },
    { name: "an unknown key", key: "99999999-9999-4999-8999-999999999999" },
    { name: "a malformed key", key: "no-uuid-at-all" },
    { name: "a short key", key: "hush" },
  ])(
    "audit.every-request: records the 401 of $name in the default workspace (5.8)",
    async ({ key }) => {
      const world = await newWorld();
      const path = `/v1/leads/${world.id}`;
      const reply = await world.api("GET", path, { key });
      expectStatus(reply, 401);
      const own = await world.control("GET", "/requests");
      expect(own.json).toMatchObject({ data: [] });
      const journal = await world.server("GET", `/requests?path=${path}`);
      expect(journal.json).toMatchObject({ data: [{ status: 401, path, apiKeyId: null }] });
      expect(journal.text).not.toContain(key ?? "redacted");
      expect(at(journal, "data.0.id")).toBe(reply.headers.get("x-sandbox-request-id"));
    },
  );

  it("audit.every-request: records a request with a revoked key in its workspace (5.8)", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    const reply = await world.api("GET", "/v1/leads");
    const journal = await world.control("GET", "/requests");
    expectStatus(reply, 401);
    expect(journal.json).toMatchObject({
      data: [{ status: 401, apiKeyId: world.keyIds.partner }],
    });
  });
});

/**
 * Requests with seven different outcomes. The last two send keys that are valid on another surface.
 */
async function variousRequests(world: World): Promise<readonly Reply[]> {
  const { keys } = world;
  return [
    await postLead(world),
    await postLead(world),
    await postLead(world, { email: "no email" }),
    await world.api("GET", "/v1/leads/NoSuchLd"),
    await world.api("GET", "/v1/clientProfiles"),
    await world.api("GET", "/v1/leads", { key: keys["partner-production"] }),
    await world.api("GET", "/v1/leads", { surface: "realtor", key: keys["realtor-production"] }),
  ];
}

function summaries(journal: Reply): readonly unknown[] {
  const entries = at(journal, "data");
  if (!Array.isArray(entries)) throw new Error(`No journal: ${journal.text}`);
  return entries.map((_, index) => ({
    id: text(journal, `data.${index}.id`),
    status: at(journal, `data.${index}.status`),
    rules: at(journal, `data.${index}.response.headers.x-sandbox-rules`),
    body: text(journal, `data.${index}.response.body`),
  }));
}

/** The surfaces whose keys a base URL accepts. */
async function surfacesOf(
  sandbox: Sandbox,
  url: string,
  port?: number,
): Promise<readonly string[]> {
  const keys = sandbox.describe().firms.flatMap(({ apiKeys }) => apiKeys);
  const accepted = await Promise.all(
    keys.map(async ({ key }) => {
      const request = new Request(`${url}/v1/leads`, { headers: { "x-api-key": key } });
      return (await sandbox.fetch(request, port)).status === 200;
    }),
  );
  return keys
    .filter((_, index) => accepted[index])
    .map(({ roleType, environment }) => `${roleType.toLowerCase()}-${environment}`)
    .map((name) => name.replace("-sandbox", ""));
}
