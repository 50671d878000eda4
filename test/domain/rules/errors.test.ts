import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, text, rulesOf } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";
import { withoutRoomForMail } from "./without-mail.ts";

const leadsPath = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "pia@example.com", firstName: "Pia", lastName: "Poe" };
const taken = { ...person, email: "ada.active@example.com" };

describe("the body of a refusal", () => {
  const refusals = [
    { status: 401, send: (world: World) => world.api("GET", "/v1/leads", { key: null }) },
    { status: 403, send: (world: World) => world.api("GET", "/v1/clientProfiles") },
    { status: 404, send: (world: World) => world.api("GET", "/v1/leads/NoSuchId") },
    { status: 409, send: (world: World) => post(world, taken) },
    { status: 422, send: (world: World) => post(world, {}) },
    { status: 429, send: overQuota },
  ];

  it.each(refusals)(
    "error.envelope: has message, and fields only on 409 and 422: $status (2.5, 7)",
    async ({ status, send }) => {
      const refused = await send(await newWorld());
      expect(outcome(refused)).toMatch(new RegExp(`^${status} `));
      const fields = status === 409 || status === 422 ? ["fields"] : [];
      expect(Object.keys(Object(refused.json))).toEqual(["message", ...fields]);
      expect(at(refused, "message")).toEqual(expect.any(String));
      expectCites(refused, "error.envelope");
    },
  );

  it("error.envelope: each field has an array of code and message (2.5, 7)", async () => {
    const refused = await post(await newWorld(), { ...person, email: 7 });
    expect(at(refused, "fields")).toEqual({
      email: [{ code: "INCORRECT_TYPE", message: expect.any(String) }],
    });
  });

  it("error.messages: an undocumented message is marked as assumed (7)", async () => {
    const refused = await post(await newWorld(), { ...person, email: "no email" });
    expect(outcome(refused)).toBe("422 email: INVALID");
    expectAssumes(refused, "error.messages");
  });

  it('uncited error.messages: the documented "Failed to create the Lead" is not marked as assumed (7)', async () => {
    const refused = await post(await newWorld(), taken);
    expect(at(refused, "message")).toBe("Failed to create the Lead");
    expect(rulesOf(refused)).not.toContain("error.messages");
  });
});

describe("the codes of field errors", () => {
  it.each([
    { code: "INVALID", fields: { email: "no email" }, expected: "422 email: INVALID" },
    { code: "INCORRECT_TYPE", fields: { email: true }, expected: "422 email: INCORRECT_TYPE" },
    { code: "REQUIRED", fields: { email: undefined }, expected: "422 email: REQUIRED" },
    { code: "UNSUPPORTED", fields: { shoeSize: 42 }, expected: "422 shoeSize: UNSUPPORTED" },
    {
      code: "NOT_FOUND",
      fields: { referredByReferralCodeId: ids.realtyCode },
      expected: "422 referredByReferralCodeId: NOT_FOUND",
    },
    {
      code: "NOT_UNIQUE",
      fields: taken,
      expected: "409 resourceId: NOT_UNIQUE, resourceType: NOT_UNIQUE, email: NOT_UNIQUE",
    },
  ])("error.codes: $code (7)", async ({ fields, expected }) => {
    expect(outcome(await post(await newWorld(), { ...person, ...fields }))).toBe(expected);
  });

  it("error.codes: IN_USE under the rule lead.in-use (7)", async () => {
    const world = await newWorld({ assumptions: { "lead.in-use": "409" } });
    await world.control("POST", "/sign-ups", { email: person.email });
    expect(outcome(await post(world, person))).toBe("409 email: IN_USE");
  });
});

describe("a body with several faults", () => {
  const faulty = { email: "no email", firstName: 1, shoeSize: 42 };

  it("error.all-fields: one response reports every invalid field (7)", async () => {
    const refused = await post(await newWorld(), faulty);
    expect(outcome(refused)).toBe(
      "422 email: INVALID, firstName: INCORRECT_TYPE, lastName: REQUIRED, shoeSize: UNSUPPORTED",
    );
    expectAssumes(refused, "error.all-fields");
  });

  it("error.all-fields: the first 1,000 errors and a message that says so for 1 MiB of invalid Plans (7)", async () => {
    const refused = await post(await newWorld(), wrongPlans(1_048_576));
    expect(refused.status).toBe(422);
    expect(Object.keys(Object(at(refused, "fields")))).toHaveLength(1_000);
    expect(at(refused, "message")).toBe(
      "Validation failed; only the first 1000 field errors are shown",
    );
    expectAssumes(refused, "error.all-fields");
  });

  it("error.all-fields: all of exactly 1,000 field errors, without a message about more (7)", async () => {
    const refused = await post(await newWorld(), wrongPlans(3_200));
    expect(Object.keys(Object(at(refused, "fields")))).toHaveLength(1_000);
    expect(at(refused, "message")).toBe("Validation failed");
  });

  it("error.all-fields: the first 1,000 under one name for 120 kB of invalid Plans, within three seconds (7)", async () => {
    const world = await newWorld({
      assumptions: { "client-data.nested-field-name": "leaf-name" },
    });
    const started = performance.now();
    const refused = await post(world, wrongPlans(120_000));
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(at(refused, "fields.type.999")).toEqual(expect.anything());
    expect(at(refused, "fields.type.1000")).toBeUndefined();
  });

  it("error.all-fields [first-only]: one response reports only the first error (7)", async () => {
    const world = await newWorld({ assumptions: { "error.all-fields": "first-only" } });
    const refused = await post(world, faulty);
    expect(outcome(refused)).toBe("422 email: INVALID");
    expectAssumes(refused, "error.all-fields");
  });

  it("uncited error.all-fields [first-only]: a duplicate still has its three fields (2.1, 7)", async () => {
    const world = await newWorld({ assumptions: { "error.all-fields": "first-only" } });
    const refused = await post(world, taken);
    expect(Object.keys(Object(at(refused, "fields")))).toHaveLength(3);
    expect(assumedRulesOf(refused)).not.toContain("error.all-fields");
  });

  it("uncited error.all-fields: does not apply to a single error of an outer field (7)", async () => {
    const refused = await post(await newWorld(), { ...person, email: 7 });
    expect(assumedRulesOf(refused)).not.toContain("error.all-fields");
    expect(assumedRulesOf(refused)).not.toContain("client-data.nested-field-name");
  });
});

describe("a request with several faults", () => {
  it("error.order: an invalid body is 422 without a look for a duplicate, and says so (7)", async () => {
    const refused = await post(await newWorld(), { ...taken, firstName: 1 });
    expect(outcome(refused)).toBe("422 firstName: INCORRECT_TYPE");
    expectAssumes(refused, "error.order");
  });

  it("error.order: 401 before 429, 404, 422 (7)", async () => {
    const world = await newWorld();
    const path = "/v1/firms/NoSuchId/leads?limit=0";
    expect((await world.api("GET", path, { key: null })).status).toBe(401);
  });

  it("error.order: 401 for a key of the other environment that is over its quota (7)", async () => {
    const world = await newWorld();
    await overQuota(world);
    const surface = "partner-production";
    expect((await world.api("GET", "/v1/leads", { surface })).status).toBe(401);
  });

  it.each([
    { other: "404", path: "/v1/leads/NoSuchId" },
    { other: "403", path: "/v1/clientProfiles" },
    { other: "422", path: "/v1/leads?limit=0" },
  ])("error.order: 429 before $other (7)", async ({ path }) => {
    const world = await newWorld();
    await overQuota(world);
    expect((await world.api("GET", path)).status).toBe(429);
  });

  it("error.order: 403 before 422 (7)", async () => {
    const world = await newWorld();
    expect((await world.api("GET", "/v1/clientProfiles?limit=0")).status).toBe(403);
  });

  it.each([
    { name: "GET of a list", method: "GET", path: `/v1/firms/${ids.realtyFirm}/leads?limit=0` },
    { name: "GET of a Lead", method: "GET", path: "/v1/leads/NoSuchId?include=Firm" },
    { name: "PATCH", method: "PATCH", path: "/v1/leads/NoSuchId" },
    { name: "POST", method: "POST", path: "/v1/firms/NoSuchId/leads" },
  ])("error.order: 404 before 422 on $name (7)", async ({ method, path }) => {
    const world = await newWorld();
    const body = method === "GET" ? {} : { body: { email: 1 } };
    expect(outcome(await world.api(method, path, body))).toMatch(/^404 /);
  });
});

describe("an internal error of the sandbox", () => {
  it.skipIf(isRemote)("error.server: 500 in the envelope, with only a message (7)", async () => {
    const { refused } = await failedWrite();
    expect(refused.status).toBe(500);
    expect(refused.json).toEqual({ message: "Internal server error" });
    expectCites(refused, "error.server");
    expectCites(refused, "error.envelope");
  });

  it.skipIf(isRemote)(
    "error.server: the stack is in the journal and not in the response (7)",
    async () => {
      const { refused, reason, rules } = await failedWrite();
      expect(refused.headers.get("x-sandbox-reason")).toBe(
        "An internal error of the sandbox. The journal has the stack.",
      );
      expect(JSON.stringify([...refused.headers]) + refused.text).not.toMatch(
        /\.ts\b|node_modules/,
      );
      expect(reason).toMatch(/^SqliteError: no mail\n +at /);
      expect(rules).toContain("error.server");
    },
  );
});

function post(world: World, body: Readonly<Record<string, unknown>>): Promise<Reply> {
  return world.api("POST", leadsPath, { body });
}

/** A request over the quota of the Partner key. */
async function overQuota(world: World): Promise<Reply> {
  await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 1 });
  await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 1 });
  return world.api("GET", "/v1/leads");
}

/** The response to a request during a database failure, and its journal entry. */
async function failedWrite() {
  const { sandbox, key } = await withoutRoomForMail();
  const refused = await sandbox.api(key, "POST", `/firms/${ids.partnerFirm}/leads`, person);
  const journal = await sandbox.control("GET", "/workspaces/kept/requests?limit=1");
  return { refused, reason: text(journal, "data.0.reason"), rules: at(journal, "data.0.rules") };
}

/** A Lead with as many `{}` Plans as fit into `bytes` bytes. */
function wrongPlans(bytes: number) {
  const Plans = Array.from({ length: Math.floor((bytes - 200) / 3) }, () => ({}));
  return { ...person, clientData: { Plans } };
}
