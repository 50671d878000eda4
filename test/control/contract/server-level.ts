import { expect } from "vitest";

import { openSandbox } from "../../../src/server/sandbox.ts";
import { listeningSecurely } from "../../https/secure.ts";
import { at, column, replyOf, text } from "../../support/reply.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, asked, later, list, namesAt, record, refused } from "./row.ts";

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
    promise:
      "{ data: { status, version, interfaceVersion, uptimeMs, workspaces, surfaces, https } }",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/health"));
      expect(at(reply, "data")).toMatchObject({
        status: "ok",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        interfaceVersion: "v1",
        workspaces: list(await world.server("GET", "/workspaces")).length,
      });
      expect(Number.isInteger(at(reply, "data.uptimeMs"))).toBe(true);
      await world.server("POST", "/workspaces", {});
      const more = await world.server("GET", "/health");
      expect(at(more, "data.workspaces")).toBe(Number(at(reply, "data.workspaces")) + 1);
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
    promise:
      "every rule: { id, clause, standing, statement, source?, default?, alternatives?, operations? }",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/rules"));
      for (const [index] of list(reply).entries()) {
        const names = namesAt(reply, `data.${index}`);
        const optional = ["source", "default", "alternatives", "operations"];
        const others = names.filter((name) => !optional.includes(name));
        expect(others).toEqual(["clause", "id", "standing", "statement"]);
        expect(names.includes("default")).toBe(names.includes("alternatives"));
      }
      expect(new Set(column(reply, "standing"))).toEqual(
        new Set(["assumed", "documented", "reference"]),
      );
    },
  },
  {
    call: "GET /_sandbox/rules",
    promise: "default and alternatives are short kebab-case names that assumptions take",
    async keeps(world) {
      const rules = await world.server("GET", "/rules");
      const choices = list(rules).flatMap((_rule, index) => {
        const [id, byDefault] = [
          text(rules, `data.${index}.id`),
          at(rules, `data.${index}.default`),
        ];
        const others: unknown = at(rules, `data.${index}.alternatives`);
        return Array.isArray(others) ? [byDefault, ...others].map((name) => [id, name]) : [];
      });
      expect(choices.length).toBeGreaterThan(90);
      for (const [id = "", name] of choices) {
        expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        // oxlint-disable-next-line no-await-in-loop -- one switch at a time
        const switched = answered(200, await world.control("PUT", "/assumptions", { [id]: name }));
        expect(record(switched, "data")).toHaveProperty([id], name);
      }
    },
  },
  {
    call: "GET /_sandbox/workspaces",
    promise: "lists every workspace",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/workspaces"));
      expect(column(reply, "id")).toEqual(expect.arrayContaining(["default", world.id]));
    },
  },
  {
    call: "GET /_sandbox/workspaces/{id}",
    promise:
      "returns one as in the list, after the variables of a client and without its idle time",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/workspaces"));
      const one = answered(200, await world.server("GET", `/workspaces/${world.id}`));
      const steady = { clock: expect.anything(), idleSeconds: expect.any(Number) };
      const { variables, ...shown } = { variables: null, ...record(one, "data") };
      expect(variables).toMatchObject({ LEAD_SANDBOX_WORKSPACE: world.id });
      expect(list(reply)).toContainEqual({ ...shown, ...steady });
      refused(404, await world.server("GET", "/workspaces/nobody"), /nobody/);
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
    promise: "this plane as OpenAPI 3.1, every call of this contract in it",
    async keeps(world) {
      const reply = answered(200, await world.server("GET", "/openapi.json"));
      expect(text(reply, "openapi")).toMatch(/^3\.1\./);
      expect(namesAt(reply, "paths")).toEqual(
        expect.arrayContaining(["/health", "/reset", "/sign-ups", "/emails/wait", "/explain"]),
      );
    },
  },
  {
    call: "GET W/spec/openapi.json",
    promise: "the emulated API as OpenAPI 3.1, and nothing of this plane",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/spec/openapi.json"));
      expect(text(reply, "openapi")).toMatch(/^3\.1\./);
      const paths = namesAt(reply, "paths");
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
  ...[null, "not-a-key", "99999999-9999-4999-8999-999999999999"].map(homeless),
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

function homeless(key: string | null): Row {
  return {
    call: "the key",
    promise: `${key ?? "none"} is not valid: the request is journaled in default`,
    async keeps(world) {
      const reply = answered(401, await world.api("GET", "/v1/leads", { key }));
      const id = reply.headers.get("x-sandbox-request-id") ?? "";
      const entry = answered(200, await world.server("GET", `/requests/${id}`));
      expect(at(entry, "data")).toMatchObject({ status: 401, path: "/v1/leads", apiKeyId: null });
      expect(list(await world.control("GET", "/requests"))).toEqual([]);
    },
  };
}
