import { expect, vi } from "vitest";

import { openSandbox } from "../../../../src/server/sandbox/sandbox.ts";
import { listeningSecurely } from "../../../network/https/secure.ts";
import { at, column, replyOf, text } from "../../../support/reply.ts";
import { ids, monday } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, asked, later, list, refused, rejected } from "./row.ts";

/** Calls of the whole server, except for the creation of workspaces. */
export const serverLevel: readonly Row[] = [
  ...["/livez", "/readyz"].map(probe),
  {
    call: "GET /readyz",
    promise: "ready only once requests can be served: the next one is",
    local: true,
    async keeps() {
      const sandbox = openSandbox({ port: 0 });
      const { url, close } = await sandbox.listen();
      try {
        expect(await (await fetch(`${url}/readyz`)).text()).toBe("ok");
        const headers = { "x-api-key": "11111111-1111-4111-8111-111111111111" };
        answered(200, await replyOf(await fetch(`${url}/v1/leads`, { headers })));
      } finally {
        await close();
        sandbox.close();
      }
      await expect(fetch(`${url}/readyz`)).rejects.toThrow("fetch failed");
    },
  },
  {
    call: "GET /_sandbox/health",
    method: "health",
    promise:
      "{ data: { status, version, interfaceVersion, uptimeMs, workspaces, surfaces, https } }",
    async keeps({ client }) {
      const health = await client.health();
      expect(health).toMatchObject({
        status: "ok",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        interfaceVersion: "v1",
        workspaces: (await client.workspaces.list()).meta.total,
      });
      expect(Number.isInteger(health.uptimeMs)).toBe(true);
      await client.workspaces.create();
      expect((await client.health()).workspaces).toBe(health.workspaces + 1);
    },
  },
  {
    call: "GET /_sandbox/health",
    promise: "surfaces: { api, environment, hosts, port } of each API in each environment",
    local: true,
    options: { sandbox: { surfacePorts: { "realtor-sandbox": 4699 } } },
    async keeps(world) {
      const reply = await world.server("GET", "/health");
      const hosts = expect.arrayContaining([expect.stringContaining("localhost")]);
      expect(at(reply, "data.surfaces")).toEqual([
        { api: "Partner", environment: "sandbox", hosts, port: null },
        { api: "Partner", environment: "production", hosts, port: null },
        { api: "Realtor", environment: "sandbox", hosts, port: 4699 },
        { api: "Realtor", environment: "production", hosts, port: null },
      ]);
    },
  },
  {
    call: "GET /_sandbox/health",
    promise:
      "https: null without HTTPS, otherwise { url, certificate } with the path of the certificate",
    local: true,
    async keeps(world) {
      expect(at(await world.server("GET", "/health"), "data.https")).toBeNull();
      const { url, https } = await listeningSecurely();
      const health = await replyOf(await fetch(`${url}/_sandbox/health`));
      expect(at(health, "data.https")).toEqual({ url: https, certificate: "/_sandbox/ca.crt" });
    },
  },
  {
    call: "GET /_sandbox/rules",
    method: "rules",
    promise:
      "every rule: { id, clause, standing, statement, source?, default?, alternatives?, operations? }",
    async keeps({ client }) {
      const { data, meta } = await client.rules();
      expect(data.length).toBe(meta.total);
      const optional = ["source", "default", "alternatives", "operations"];
      for (const rule of data) {
        const others = Object.keys(rule).filter((name) => !optional.includes(name));
        expect(others.toSorted()).toEqual(["clause", "id", "standing", "statement"]);
        expect("default" in rule).toBe("alternatives" in rule);
        for (const name of [rule.default ?? "none", ...(rule.alternatives ?? [])]) {
          expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        }
      }
      expect(new Set(data.map(({ standing }) => standing))).toEqual(
        new Set(["assumed", "documented", "reference"]),
      );
    },
  },
  {
    call: "GET /_sandbox/workspaces",
    method: "workspaces.list",
    promise: "lists every workspace, page by page",
    async keeps({ client, id }) {
      const { data, meta } = await client.workspaces.list();
      expect(data.map((workspace) => workspace.id)).toEqual(
        expect.arrayContaining(["default", id]),
      );
      const last = await client.workspaces.list({ limit: 1, offset: meta.total - 1 });
      expect(last.data.map((workspace) => workspace.id)).toEqual([data.at(-1)?.id]);
    },
  },
  {
    call: "GET /_sandbox/workspaces",
    method: "workspaces.stream",
    promise: "Accept: text/event-stream: what happens in all of them",
    local: true,
    async keeps({ client, workspace, id }) {
      const seen: string[] = [];
      const reading = (async () => {
        for await (const event of client.workspaces.stream()) {
          if (!("workspaceId" in event) || event.workspaceId !== id) continue;
          seen.push(event.type);
          if (event.type === "workspace-dropped") break;
        }
      })();
      await vi.waitFor(async () => {
        await workspace.clock.advance(1);
        expect(seen).toContain("clock.moved");
      }, 10_000);
      await client.workspaces.drop(id);
      await reading;
      expect(new Set(seen)).toEqual(new Set(["clock.moved", "workspace-dropped"]));
    },
  },
  {
    call: "GET /_sandbox/workspaces/{id}",
    method: "workspaces.get",
    promise:
      "returns one as in the list, after the variables of a client and without its idle time",
    async keeps({ client, id }) {
      const { variables, ...shown } = await client.workspaces.get(id);
      expect(variables).toMatchObject({ LEAD_SANDBOX_WORKSPACE: id });
      const steady = { clock: expect.anything(), idleSeconds: expect.any(Number) };
      expect((await client.workspaces.list()).data).toContainEqual({ ...shown, ...steady });
      await rejected(404, client.workspaces.get("nobody"), /nobody/);
    },
  },
  {
    call: "GET /_sandbox/",
    promise: "the console: a page that runs nothing but its own files, in no frame",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/"));
      const policy = reply.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(reply.text).not.toMatch(/<script>|<style|https?:/);
    },
  },
  {
    call: "GET /_sandbox/console/{file}",
    promise: "its script and its style; any other name is 404",
    async keeps(world) {
      for (const [file, type] of [
        ["console.js", "text/javascript"],
        ["console.css", "text/css"],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- only two files
        const reply = answered(200, await world.server("GET", `/console/${file}`));
        expect(reply.headers.get("content-type")).toContain(type);
      }
      refused(404, await world.server("GET", "/console/main.ts"), /main\.ts/);
    },
  },
  {
    call: "GET /_sandbox/openapi.json",
    method: "documents.control",
    promise: "this plane as OpenAPI 3.1, every call of this contract in it",
    async keeps({ client }) {
      const document = await client.documents.control();
      expect(document.openapi).toMatch(/^3\.1\./);
      for (const path of ["/health", "/reset", "/sign-ups", "/emails/wait", "/explain"]) {
        expect(document["paths"]).toHaveProperty(path);
      }
    },
  },
  {
    call: "GET W/spec/openapi.json",
    method: "documents.emulated",
    promise: "the emulated API as OpenAPI 3.1, and nothing of this plane",
    async keeps({ workspace }) {
      const document = await workspace.documents.emulated();
      expect(document.openapi).toMatch(/^3\.1\./);
      const paths = Object.keys(Object(document["paths"]));
      expect(paths).toEqual(expect.arrayContaining(["/leads", "/firms/{firmId}/leads"]));
      expect(paths.filter((path) => path.includes("sandbox"))).toEqual([]);
    },
  },
  {
    call: "the key",
    promise: "of a request selects its workspace: data, clock, quota, faults, mail and journal",
    async keeps(world) {
      const now = later(monday, 86_400_000);
      const made = await world.server("POST", "/workspaces", { now, quotaPerHour: 20 });
      const [other, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      const of = (path: string) => world.server("GET", `/workspaces/${other}${path}`);
      await world.control("POST", "/faults", { match: { method: "GET" }, then: { status: 503 } });
      const person = { email: "one@example.com", firstName: "One", lastName: "Only" };
      const body = { key, body: person };
      const lead = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, body);
      expect(text(answered(201, lead), "data.createdAt")).toBe(now);
      answered(200, await world.api("GET", "/v1/leads", { key }));
      answered(503, await world.api("GET", "/v1/leads"));
      expect((await world.control("GET", "/leads")).text).not.toContain(person.email);
      expect(column(await of("/emails"), "to.0")).toEqual([person.email]);
      expect(list(await world.control("GET", "/emails"))).toEqual([]);
      expect(column(await of("/requests"), "status")).toEqual([200, 201]);
      expect(column(await world.control("GET", "/requests"), "status")).toEqual([503]);
      expect(column(await of("/quotas"), "usedLastHour")).toEqual([2, 0, 0, 0]);
      expect(column(await world.control("GET", "/quotas"), "usedLastHour")).toEqual([0, 0, 0, 0]);
    },
  },
];

function probe(path: string): Row {
  return {
    call: `GET ${path}`,
    promise: "200 ok for every host",
    async keeps() {
      const reply = answered(200, await asked(`http://public.example${path}`));
      expect(reply.text).toBe("ok");
    },
  };
}
