import { inspect } from "node:util";

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";

import type { JsonObject } from "../../src/base/values/json.ts";
import { sized } from "../long/size.ts";
import { anyBody, mutatedLead, unmarked } from "../property/hostile-json.ts";
import { seeded } from "../property/seeded.ts";
import type { Reply } from "../support/reply.ts";
import { at } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { judge, servedDocuments } from "./documents.ts";
import { wholeLead } from "./examples.ts";

const create = `/v1/firms/${ids.partnerFirm}/leads`;
const change = `/v1/leads/${ids.activeLead}`;

let judged: (name: "LeadCreate" | "LeadUpdate", body: unknown) => string | null;

beforeAll(async () => {
  const { emulated } = await servedDocuments();
  const faultOf = judge(emulated);
  judged = (name, body) => faultOf(schemaOf(name), body);
});

function schemaOf(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Bodies on which the schema and the rules must agree. */
const fields: readonly { readonly of: object; readonly accepted: boolean }[] = [
  { of: {}, accepted: true },
  { of: { phone: "4165550142" }, accepted: true },
  { of: { phone: { number: "1" } }, accepted: true },
  { of: { phone: null, clientData: null }, accepted: true },
  { of: { clientData: { notes: null, employer: { any: 1 } } }, accepted: true },
  { of: { clientData: { dateOfBirth: "1990-05-01T12:00:00+02:00" } }, accepted: true },
  { of: { resourceType: "Firm", resourceId: ids.partnerFirm }, accepted: true },
  { of: { id: 7, plan_ids: "none", createdAt: null }, accepted: true },
  { of: { email: undefined }, accepted: false },
  { of: { firstName: undefined }, accepted: false },
  { of: { lastName: undefined }, accepted: false },
  { of: { email: null }, accepted: false },
  { of: { email: "nobody" }, accepted: false },
  { of: { email: `${"n".repeat(320)}@example.com` }, accepted: false },
  { of: { firstName: " \t" }, accepted: false },
  { of: { firstName: "A\u0007" }, accepted: false },
  { of: { lastName: null }, accepted: false },
  { of: { phone: "" }, accepted: false },
  { of: { phone: 4_165_550_142 }, accepted: false },
  { of: { phone: { number: " " } }, accepted: false },
  { of: { phone: { extension: "1" } }, accepted: false },
  { of: { phone: { number: "1", country: "CA" } }, accepted: false },
  { of: { clientData: [] }, accepted: false },
  { of: { clientData: { dateOfBirth: "2026-02-30" } }, accepted: false },
  { of: { clientData: { isFirstTimeHomeBuyer: "no" } }, accepted: false },
  { of: { clientData: { Plans: [] } }, accepted: false },
  { of: { clientData: { Plans: [{}] } }, accepted: false },
  { of: { clientData: { Plans: [{ type: "Borrowing" }] } }, accepted: false },
  { of: { clientData: { sin: 7 } }, accepted: false },
  { of: { clientData: { Incomes: [{ startedOn: "yesterday" }] } }, accepted: false },
  { of: { referredByReferralCodeId: 7 }, accepted: false },
  { of: { resourceType: "Broker" }, accepted: false },
  { of: { colour: "red" }, accepted: false },
];

describe("the schema LeadCreate", () => {
  it.each(fields.map((row) => ({ ...row, name: inspect(row.of, { depth: 4 }) })))(
    "agrees with the server on a Lead with $name: accepted is $accepted",
    async ({ of, accepted }) => {
      const { phone: _phone, clientData: _clientData, ...least } = wholeLead;
      const body: unknown = JSON.parse(JSON.stringify({ ...least, ...of }));
      const world = await newWorld();
      const reply = await world.api("POST", create, { body });
      expect(reply.status).toBe(accepted ? 201 : 422);
      expect(judged("LeadCreate", body) === null).toBe(accepted);
    },
  );

  it("agrees with the server on any JSON in the fields, except for rules that a schema cannot express", async () => {
    const world = await newWorld();
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutatedLead, mutatedLead, anyBody), async (text) => {
        expect(await disagreement(world, "LeadCreate", unmarked(text))).toBeNull();
      }),
      seeded(sized(80, 200)),
    );
  });
});

describe("the schema LeadUpdate", () => {
  it("accepts each field alone, and an empty body", () => {
    const bodies = [{}, ...Object.entries(wholeLead).map(([name, value]) => ({ [name]: value }))];
    expect(bodies.map((body) => judged("LeadUpdate", body))).toEqual(bodies.map(() => null));
  });

  it("agrees with the server on any JSON in the fields, except for rules that a schema cannot express", async () => {
    const world = await newWorld();
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutatedLead, mutatedLead, anyBody), async (text) => {
        expect(await disagreement(world, "LeadUpdate", unmarked(text))).toBeNull();
      }),
      seeded(sized(80, 200)),
    );
  });
});

/** The disagreement between the server and the schema about a body, or null. */
async function disagreement(
  world: World,
  name: "LeadCreate" | "LeadUpdate",
  rawBody: string,
): Promise<string | null> {
  const [method, path] = name === "LeadCreate" ? ["POST", create] : ["PATCH", change];
  const headers = { "content-type": "application/json" };
  const reply = await world.api(method, path, { rawBody, headers });
  await world.control("POST", "/reset", {});
  if (reply.status === 413) return null;
  const fault = judged(name, JSON.parse(rawBody));
  if (fault !== null) {
    return reply.status === 422 ? null : `the schema alone refuses ${rawBody}: ${fault}`;
  }
  const isBeyond =
    reply.status !== 422 || problems(reply).every((one) => isUnsayable(one, rawBody));
  return isBeyond ? null : `the server alone refuses ${rawBody}: ${reply.text}`;
}

/**
 * Rules that JSON Schema cannot express:
 * - body: the nesting depth
 * - email: the addresses that match the format but that the sandbox rejects
 * - names: unpaired surrogates
 * - parent: must be that of the path
 * - referral code: must exist
 */
const unsayable: ReadonlySet<string> = new Set([
  "body INVALID",
  "email INVALID",
  "resourceType INVALID",
  "resourceId INVALID",
  "referredByReferralCodeId NOT_FOUND",
]);

function isUnsayable(problem: string, rawBody: string): boolean {
  if (unsayable.has(problem)) return true;
  const [, name = ""] = /^(firstName|lastName) INVALID$/.exec(problem) ?? [];
  const value: unknown = Object(JSON.parse(rawBody))[name];
  return typeof value === "string" && !value.isWellFormed();
}

function problems(reply: Reply): readonly string[] {
  return Object.entries(Object(at(reply, "fields"))).flatMap(([field, errors]) =>
    Array.isArray(errors) ? errors.map((error) => `${field} ${Object(error).code}`) : [],
  );
}
