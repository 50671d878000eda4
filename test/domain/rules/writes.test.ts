import { describe, expect, it } from "vitest";

import { permissions } from "../../../src/domain/model/api-key.ts";
import { issueKey } from "../../conformance/cases.ts";
import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World, WorldOptions } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Requests with a key that has every permission. */
async function asWriter(options: WorldOptions = {}): Promise<Ask & { readonly world: World }> {
  const world = await newWorld(options);
  const { key } = await issueKey(world, { permissions });
  const ask: Ask = (method, path, body) =>
    world.api(method, `/v1${path}`, body === undefined ? { key } : { key, body });
  return Object.assign(ask, { world });
}

const firm = { name: "New", firmType: "Realty" };
const plan = { type: "Buying", clientProfileId: ids.clientProfile };

describe("writing a resource by the generic pattern", () => {
  it("resource.write: 201, 200 and 200 with the record, which the key reaches (4.2)", async () => {
    const ask = await asWriter();
    const made = await ask("POST", "/firms", firm);
    expectStatus(made, 201);
    const path = `/firms/${text(made, "data.id")}`;
    const changed = await ask("PATCH", path, { name: "Newer" });
    expect(at(changed, "data")).toMatchObject({ name: "Newer", firmType: "Realty" });
    const deleted = await ask("DELETE", path);
    expectStatus(deleted, 200);
    for (const reply of [made, changed, deleted]) expectAssumes(reply, "resource.write");
  });

  it("resource.write [204]: 201, then 204 and 204 without a body (4.2)", async () => {
    const ask = await asWriter({ assumptions: { "resource.write": "204" } });
    const made = await ask("POST", "/referralCodes", {});
    expectStatus(made, 201);
    const path = `/referralCodes/${text(made, "data.id")}`;
    const replies = [await ask("PATCH", path, {}), await ask("DELETE", path)];
    expect(replies.map(({ status, text: body }) => [status, body])).toEqual([
      [204, ""],
      [204, ""],
    ]);
  });

  it("resource.write.fields: 422 for the missing and the wrong fields of a FirmMember (4.2)", async () => {
    const ask = await asWriter();
    const refused = await ask("POST", "/firmMembers", { firstName: 7, isOwner: "yes" });
    expect(outcome(refused)).toBe(
      "422 email: REQUIRED, firstName: INCORRECT_TYPE, lastName: REQUIRED, isOwner: INCORRECT_TYPE",
    );
    expectAssumes(refused, "resource.write.fields");
  });

  it("resource.write.fields: 422 for a status and an amount that a Plan cannot have (4.2)", async () => {
    const ask = await asWriter();
    const refused = await ask("PATCH", `/plans/${ids.plan}`, { status: "new", amount: -1 });
    expect(outcome(refused)).toBe("422 status: INVALID, amount: INVALID");
  });

  it("uncited resource.write.fields: 201 with New and false for what was left out (4.2)", async () => {
    const ask = await asWriter({ assumptions: { "plan.status.spelling": "upper-snake" } });
    expect(at(await ask("POST", "/plans", plan), "data.status")).toBe("NEW");
    const spelled = await ask("POST", "/plans", { ...plan, status: "READY_TO_FUND" });
    expect(at(spelled, "data.status")).toBe("READY_TO_FUND");
    const member = { email: "mo@example.com", firstName: "Mo", lastName: "Mu" };
    expect(at(await ask("POST", "/firmMembers", member), "data.isOwner")).toBe(false);
  });

  it.each([
    ["/plans", { ...plan, clientProfileId: ids.foreignClient, leadId: ids.foreignLead }],
    ["/plans", { ...plan, clientProfileId: "Nothing1", leadId: "__proto__" }],
  ])(
    "resource.write.parents: 422 for parents that the key may not access: %s %j (4.2)",
    async (path, body) => {
      const refused = await (await asWriter())("POST", path, body);
      expect(outcome(refused)).toBe("422 clientProfileId: NOT_FOUND, leadId: NOT_FOUND");
      expectAssumes(refused, "resource.write.parents");
    },
  );

  it("resource.write.parents: 422 for another Firm, also below the key's own, and 201 for its own (4.2)", async () => {
    const ask = await asWriter();
    const foreign = { firmId: ids.realtyFirm };
    const below = `/firms/${ids.partnerFirm}/referralCodes`;
    const refused = [
      await ask("POST", "/referralCodes", foreign),
      await ask("POST", below, foreign),
    ];
    expect(refused.map(outcome)).toEqual(["422 firmId: NOT_FOUND", "422 firmId: NOT_FOUND"]);
    expectStatus(await ask("POST", below, { firmId: ids.partnerFirm }), 201);
  });

  it("uncited resource.write.parents: 201 with a Plan of a client that the key created, which its Firm owns (2.3)", async () => {
    const ask = await asWriter();
    const client = await ask("POST", "/clientProfiles", { email: "c@example.com" });
    const clientProfileId = text(client, "data.id");
    const made = await ask("POST", "/plans", { type: "Renewal", clientProfileId });
    const read = await ask("GET", `/plans/${text(made, "data.id")}?include=ClientProfiles`);
    expect(at(read, "data.ClientProfiles.0.id")).toBe(clientProfileId);
  });

  const other = { id: "mine", deletedAt: "never", firmId: ids.realtyFirm, colour: "red" };
  const path = `/firmMembers/${ids.partnerMember}`;

  it("resource.write.other-fields: 422 for an unknown field, no effect of the service's (7)", async () => {
    const ask = await asWriter();
    const refused = await ask("PATCH", path, other);
    expect(outcome(refused)).toBe("422 colour: UNSUPPORTED");
    expectAssumes(refused, "resource.write.other-fields");
    const { colour: _colour, ...known } = other;
    const before = await ask("GET", path);
    const changed = await ask("PATCH", path, known);
    expectStatus(changed, 200);
    const { updatedAt: _updatedAt, ...same } = Object(at(before, "data"));
    expect(at(changed, "data")).toMatchObject(same);
  });

  it("resource.write.other-fields [unsupported]: 422 for each of them (7)", async () => {
    const assumptions = { "resource.write.other-fields": "unsupported" };
    expect(outcome(await (await asWriter({ assumptions }))("PATCH", path, other))).toBe(
      "422 id: UNSUPPORTED, deletedAt: UNSUPPORTED, firmId: UNSUPPORTED, colour: UNSUPPORTED",
    );
  });

  it("resource.write.other-fields [ignored]: 200 for all of them, also __proto__ (7)", async () => {
    const ask = await asWriter({ assumptions: { "resource.write.other-fields": "ignored" } });
    const body: unknown = JSON.parse(
      '{"__proto__":{"isOwner":true},"constructor":1,"colour":"red"}',
    );
    const changed = await ask("PATCH", path, body);
    expectStatus(changed, 200);
    expect(at(changed, "data.isOwner")).toBe(false);
  });

  const taken = { email: "DARIO.converted@example.com" };

  it("resource.write.unique: 409 for the email of another client, on create and change (7)", async () => {
    const ask = await asWriter({ assumptions: { "lead.email.case": "case-insensitive" } });
    const replies = [
      await ask("POST", "/clientProfiles", taken),
      await ask("PATCH", `/clientProfiles/${ids.clientProfile}`, taken),
    ];
    expect(replies.map(outcome)).toEqual(["409 email: NOT_UNIQUE", "409 email: NOT_UNIQUE"]);
    for (const reply of replies) expectAssumes(reply, "resource.write.unique");
    const own = { email: "carla.converted@example.com" };
    expectStatus(await ask("PATCH", `/clientProfiles/${ids.clientProfile}`, own), 200);
  });

  it("resource.write.unique [not-checked]: 201 for the email of another client (7)", async () => {
    const assumptions = { "resource.write.unique": "not-checked" };
    const ask = await asWriter({ assumptions });
    expectStatus(
      await ask("POST", "/clientProfiles", { email: "dario.converted@example.com" }),
      201,
    );
    expect.hasAssertions();
  });

  it("plan.transitions: 409 for a PATCH back, with nothing stored (4.2)", async () => {
    const ask = await asWriter();
    const refused = await ask("PATCH", `/plans/${ids.plan}`, { status: "New", name: "Hut" });
    expect(outcome(refused)).toBe("409 status: INVALID");
    expectAssumes(refused, "plan.transitions");
    expect(at(await ask("GET", `/plans/${ids.plan}`), "data.name")).toBeNull();
  });
});

describe("POST /leads", () => {
  const rule = "lead.create.parent-in-body";
  const body = {
    email: "p@example.com",
    firstName: "Pat",
    lastName: "Poe",
    resourceType: "ClientProfile",
    resourceId: ids.clientProfile,
  };

  it("lead.create.parent-in-body: 403 (4.2, 4.4)", async () => {
    const refused = await (await newWorld()).api("POST", "/v1/leads", { body });
    expect(outcome(refused)).toBe("403 Forbidden");
    expectAssumes(refused, rule);
  });

  it("lead.create.parent-in-body [offered]: 201 for the parent in the body (4.2, 4.4)", async () => {
    const world = await newWorld({ assumptions: { [rule]: "offered" } });
    const made = await world.api("POST", "/v1/leads", { body });
    expect(at(made, "data")).toMatchObject(body);
    const lost = { ...body, resourceId: ids.foreignClient };
    expect(outcome(await world.api("POST", "/v1/leads", { body: lost }))).toBe(
      "422 resourceId: NOT_FOUND",
    );
  });
});
