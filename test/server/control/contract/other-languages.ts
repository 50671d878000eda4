import { expect } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { productionLead } from "../people/both-environments.ts";
import type { Row } from "./row.ts";
import { answered, record, refused } from "./row.ts";

/** What shortens the files that bring the sandbox into the test suites of other languages. */
export const otherLanguages: readonly Row[] = [
  {
    call: "null",
    promise: "is an absent property where it has no meaning of its own, and no body as a whole",
    async keeps(world) {
      const workspace = { id: null, label: null, seed: null, now: null, ttlSeconds: null };
      const made = await world.server("POST", "/workspaces", { ...workspace, quotaPerHour: null });
      const key = "data.firms.0.apiKeys.0";
      expect(at(answered(201, made), `${key}.quotaPerHour`)).toBeNull();
      const match = { method: "POST", path: null };
      const fault = { match, then: { status: 503, headers: null, kind: null }, probability: null };
      const planned = answered(201, await world.control("POST", "/faults", fault));
      expect(at(planned, "data.match")).toEqual({ method: "POST" });
      expect(at(planned, "data.probability")).toBe(1);
      answered(200, await world.control("POST", "/reset", null));
      const hostile: unknown = JSON.parse('{ "__proto__": null, "toString": null, "count": 1 }');
      refused(422, await world.control("POST", "/quotas/partner/use", hostile), /toString/);
      refused(422, await world.control("POST", "/faults", { match: null, then: null }), /then/);
      refused(422, await world.control("POST", "/quotas/partner/use", { count: null }), /count/);
    },
  },
  {
    call: "versions",
    promise:
      "each answer has that of the sandbox, and a newer kit is named when its call is unknown",
    local: true,
    async keeps(world) {
      const said = answered(200, await world.server("GET", "/health"));
      const version = text(said, "data.version");
      const [major = 0, minor = 0] = version.split(".").map(Number);
      const askedBy = async (userAgent: string) => {
        const headers = { "user-agent": userAgent };
        const reply = await world.api("GET", "/_sandbox/no-such-call", { key: null, headers });
        expect(reply.headers.get("x-lead-sandbox-version")).toBe(version);
        return text(reply, "hint");
      };
      expect(await askedBy(`lead-sandbox-kit-python/${major}.${minor + 1}`)).toContain(version);
      for (const known of [
        `lead-sandbox-kit-python/${version}`,
        "curl/8",
        "lead-sandbox-kit-go/x",
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one call at a time
        expect(await askedBy(known)).not.toContain(version);
      }
      const headers = { "user-agent": `lead-sandbox-kit-python/${major}.${minor + 1}` };
      const missing = "/_sandbox/leads/NoLead00";
      const reply = await world.api("GET", missing, { key: null, headers });
      expect(text(refused(404, reply, /NoLead00/), "hint")).not.toContain(version);
    },
  },
  {
    call: "GET W/emails/wait",
    promise: "`to` with an @ is a whole address, in any case; anything else is a part of one",
    async keeps(world) {
      await world.createLead({ email: "maya@example.com" });
      const wait = (to: string) => world.control("GET", `/emails/wait?to=${to}&timeoutMs=1`);
      for (const to of ["maya@example.com", "MAYA@Example.com", "maya", "@example.com", "maya@"]) {
        // oxlint-disable-next-line no-await-in-loop -- one wait at a time
        expect(at(answered(200, await wait(to)), "data.to")).toEqual(["maya@example.com"]);
      }
      for (const to of ["a@example.com", "maya@example.co", "maya@example.com.test"]) {
        // oxlint-disable-next-line no-await-in-loop -- one wait at a time
        refused(404, await wait(to), /No mail matched/);
      }
    },
  },
  {
    call: "GET W/emails/wait",
    promise: "the whole mail, of any environment unless one is asked for, which the refusal names",
    async keeps(world) {
      await productionLead(world, { email: "live@example.com" });
      const reply = await world.control("GET", "/emails/wait?to=live@example.com&timeoutMs=1");
      const found = record(answered(200, reply), "data");
      expect(found).toMatchObject({ environment: "production", to: ["live@example.com"] });
      const whole = await world.control("GET", `/emails/${text(reply, "data.id")}`);
      expect(found).toEqual(record(answered(200, whole), "data"));
      const sandbox = "/emails/wait?to=live@example.com&environment=sandbox&timeoutMs=1";
      const missed = refused(404, await world.control("GET", sandbox), /environment sandbox/);
      expect(text(missed, "hint")).toContain("welcome to live@example.com (production)");
    },
  },
  {
    call: "PUT W/quotas/{keyId}",
    promise: "a role names its first sandbox key: partner or realtor",
    async keeps(world) {
      const of = (role: string) => world.control("PUT", `/quotas/${role}`, { quotaPerHour: 7 });
      expect(at(answered(200, await of("partner")), "data.keyId")).toBe(world.keyIds.partner);
      expect(at(answered(200, await of("realtor")), "data.keyId")).toBe(world.keyIds.realtor);
      const used = await world.control("POST", "/quotas/partner/use", { count: 2 });
      expect(at(answered(200, used), "data.usedLastHour")).toBe(2);
      const unknown = refused(404, await of("broker"), /broker/);
      expect(text(unknown, "hint")).toContain("partner");
    },
  },
  {
    call: "GET W/requests",
    promise: "?order=asc is oldest first, also across pages",
    async keeps(world) {
      const paths = ["/v1/leads/NoSuchLd", "/v1/leads", "/v1/firms"];
      for (const path of paths) {
        // oxlint-disable-next-line no-await-in-loop -- one request after the other
        await world.api("GET", path);
      }
      const first = await world.control("GET", "/requests?order=asc&limit=2");
      const rest = await world.control("GET", "/requests?order=asc&limit=2&offset=2");
      expect([...column(answered(200, first), "path"), ...column(rest, "path")]).toEqual(paths);
      refused(422, await world.control("GET", "/requests?order=up"), /order/);
    },
  },
];
