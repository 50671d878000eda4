import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

const activePath = `/v1/leads/${ids.activeLead}`;
const notActive = [
  { name: "converted", path: `/v1/leads/${ids.convertedLead}` },
  { name: "archived", path: `/v1/leads/${ids.archivedLead}` },
];

describe("PATCH /leads/{id}", () => {
  it("lead.patch: 200 with the sent fields and updatedAt changed, and the others unchanged (4.1)", async () => {
    const world = await newWorld();
    const before = at(await world.api("GET", activePath), "data");
    const reply = await world.api("PATCH", activePath, { body: { firstName: "Adele" } });
    expectStatus(reply, 200);
    expect(reply.json).toEqual({
      data: { ...Object(before), firstName: "Adele", updatedAt: monday },
    });
    expect(rulesOf(reply)).toContain("lead.patch");
    expect(assumedRulesOf(reply)).not.toContain("lead.patch");
    expect((await world.api("GET", activePath)).text).toBe(reply.text);
  });

  it.each([
    { name: "INVALID for a bad email", body: { email: "ada" }, field: "email", code: "INVALID" },
    {
      name: "INCORRECT_TYPE for a number",
      body: { lastName: 1 },
      field: "lastName",
      code: "INCORRECT_TYPE",
    },
    {
      name: "UNSUPPORTED for an unknown field",
      body: { colour: "red" },
      field: "colour",
      code: "UNSUPPORTED",
    },
  ])("lead.patch.checks: 422 $name, as on create (4.4, 7)", async ({ body, field, code }) => {
    const reply = await (await newWorld()).api("PATCH", activePath, { body });
    expectStatus(reply, 422);
    expect(at(reply, `fields.${field}.0.code`)).toBe(code);
    expect(assumedRulesOf(reply)).toContain("lead.patch.checks");
  });

  it("lead.patch.merge: 200 with phone and clientData as sent, without their old contents (4.4)", async () => {
    const world = await newWorld();
    const reply = await patchPhoneAndData(world);
    expect(reply.json).toMatchObject({ data: { phone: { number: "4165550199" } } });
    expect(at(reply, "data.phone.extension")).toBeUndefined();
    expect(at(reply, "data.clientData")).toEqual({ notes: "New." });
    expect(assumedRulesOf(reply)).toContain("lead.patch.merge");
  });

  it("lead.patch.merge [merged]: 200 with the stored values of keys that were not sent (4.4)", async () => {
    const world = await newWorld({ assumptions: { "lead.patch.merge": "merged" } });
    const reply = await patchPhoneAndData(world);
    expect(at(reply, "data.phone")).toEqual({ number: "4165550199", extension: "12" });
    expect(at(reply, "data.clientData")).toEqual({ prefix: "Mr.", notes: "New." });
    expect(assumedRulesOf(reply)).toContain("lead.patch.merge");
  });

  it("lead.patch.merge [merged]: 200 with the stored number when only the extension is sent (4.4)", async () => {
    const world = await newWorld({ assumptions: { "lead.patch.merge": "merged" } });
    const stored = { number: "4165550102", extension: "12" };
    const id = await world.createLead({ phone: stored });
    const reply = await world.api("PATCH", `/v1/leads/${id}`, {
      body: { phone: { extension: "9" } },
    });
    expectStatus(reply, 200);
    expect(at(reply, "data.phone")).toEqual({ number: "4165550102", extension: "9" });
    const unchanged = await world.api("PATCH", `/v1/leads/${id}`, { body: { phone: {} } });
    expect(at(unchanged, "data.phone")).toEqual({ number: "4165550102", extension: "9" });
  });

  it("lead.patch.merge [merged]: 200 with the number of a phone that was stored as a string (4.4)", async () => {
    const assumptions = { "lead.patch.merge": "merged", "lead.phone.string": "kept-as-string" };
    const world = await newWorld({ assumptions });
    const id = await world.createLead({ phone: "4165550102" });
    const reply = await world.api("PATCH", `/v1/leads/${id}`, {
      body: { phone: { extension: "9" } },
    });
    expect(at(reply, "data.phone")).toEqual({ number: "4165550102", extension: "9" });
  });

  it("lead.patch.merge [merged]: 422 REQUIRED on phone.number without a sent or stored number (4.4)", async () => {
    const world = await newWorld({ assumptions: { "lead.patch.merge": "merged" } });
    const id = await world.createLead();
    const reply = await world.api("PATCH", `/v1/leads/${id}`, {
      body: { phone: { extension: "9" } },
    });
    expectRefused(reply, "phone.number", "REQUIRED");
    expect(assumedRulesOf(reply)).toContain("lead.patch.merge");
  });

  it("lead.patch.merge: 422 REQUIRED on phone.number when only the extension is sent (4.4)", async () => {
    const world = await newWorld();
    const id = await world.createLead({ phone: { number: "4165550102" } });
    const reply = await world.api("PATCH", `/v1/leads/${id}`, {
      body: { phone: { extension: "9" } },
    });
    expectRefused(reply, "phone.number", "REQUIRED");
    expect(assumedRulesOf(reply)).toContain("lead.patch.merge");
  });

  it.each(notActive)(
    "lead.patch.not-active: 404 for a Lead that is $name, 200 with scope=withDeleted (3)",
    async ({ path }) => {
      const world = await newWorld();
      const refused = await world.api("PATCH", path, { body: { firstName: "New" } });
      expectStatus(refused, 404);
      expect(assumedRulesOf(refused)).toContain("lead.patch.not-active");
      const scoped = `${path}?scope=withDeleted`;
      const changed = await world.api("PATCH", scoped, { body: { firstName: "New" } });
      expectStatus(changed, 200);
      expect(at(changed, "data.firstName")).toBe("New");
      expect(assumedRulesOf(changed)).toContain("lead.patch.not-active");
    },
  );

  it.each(notActive)(
    "lead.patch.not-active [200]: 200 for a Lead that is $name, for any scope (3)",
    async ({ path }) => {
      const world = await newWorld({ assumptions: { "lead.patch.not-active": "200" } });
      for (const reply of await patchInEachScope(world, path)) {
        expectStatus(reply, 200);
        expect(at(reply, "data.firstName")).toBe("New");
        expect(assumedRulesOf(reply)).toContain("lead.patch.not-active");
      }
    },
  );

  it.each(notActive)(
    "lead.patch.not-active [409]: 409 for a Lead that is $name, for any scope (3)",
    async ({ path }) => {
      const world = await newWorld({ assumptions: { "lead.patch.not-active": "409" } });
      for (const reply of await patchInEachScope(world, path)) {
        expectStatus(reply, 409);
        expect(at(reply, "message")).toBe("Failed to update the Lead");
        expect(at(reply, "fields.deletedAt.0.code")).toBe("INVALID");
        expect(assumedRulesOf(reply)).toContain("lead.patch.not-active");
      }
    },
  );

  it("lead.patch.no-profile-effect: 200 after conversion, and the client profile is unchanged (3)", async () => {
    const world = await newWorld();
    const before = await convertedProfile(world);
    const reply = await world.api("PATCH", `/v1/leads/${ids.convertedLead}?scope=withDeleted`, {
      body: { firstName: "New", phone: { number: "1" }, clientData: { prefix: "Mrs." } },
    });
    expectStatus(reply, 200);
    expect(rulesOf(reply)).toContain("lead.patch.no-profile-effect");
    expect(assumedRulesOf(reply)).not.toContain("lead.patch.no-profile-effect");
    expect(before).toMatchObject({ firstName: "Carla" });
    expect(await convertedProfile(world)).toEqual(before);
  });
});

describe("DELETE /leads/{id}", () => {
  it("lead.delete: 200 with the Lead, which is Archived (4.2)", async () => {
    const world = await newWorld();
    const before = at(await world.api("GET", activePath), "data");
    const reply = await world.api("DELETE", activePath);
    expectStatus(reply, 200);
    expect(reply.json).toEqual({
      data: { ...Object(before), updatedAt: monday, deletedAt: monday, convertedAt: null },
    });
    expect(rulesOf(reply)).toContain("lead.delete");
    expect(assumedRulesOf(reply)).toContain("lead.delete");
    expect(await stateOf(world, ids.activeLead)).toBe("Archived");
  });

  it("lead.delete: 404 for a Lead that is already deleted (2.6)", async () => {
    const world = await newWorld();
    await world.api("DELETE", activePath);
    expect((await world.api("DELETE", activePath)).status).toBe(404);
  });

  it("lead.delete [204]: 204 with no body, and the Lead is Archived (4.2)", async () => {
    const world = await newWorld({ assumptions: { "lead.delete": "204" } });
    const reply = await world.api("DELETE", activePath);
    expectStatus(reply, 204);
    expect(reply.text).toBe("");
    expect(assumedRulesOf(reply)).toContain("lead.delete");
    expect(await stateOf(world, ids.activeLead)).toBe("Archived");
  });
});

/** PATCHes a Lead once with each scope and once without. */
function patchInEachScope(world: World, path: string): Promise<readonly Reply[]> {
  const scopes = ["", "?scope=active", "?scope=withDeleted"];
  const body = { firstName: "New" };
  return Promise.all(scopes.map((scope) => world.api("PATCH", path + scope, { body })));
}

async function stateOf(world: World, id: string): Promise<unknown> {
  return at(await world.control("GET", `/leads/${id}`), "data.state");
}

/** PATCHes an extension and a prefix into a Lead whose phone and clientData have other keys. */
async function patchPhoneAndData(world: World) {
  const id = await world.createLead({
    phone: { number: "4165550102", extension: "12" },
    clientData: { prefix: "Mr.", notes: "Old." },
  });
  const body = { phone: { number: "4165550199" }, clientData: { notes: "New." } };
  return world.api("PATCH", `/v1/leads/${id}`, { body });
}

/** The client profile of the fixture's converted Lead. */
async function convertedProfile(world: World): Promise<unknown> {
  const path = `/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans.ClientProfiles`;
  return at(await world.api("GET", path), "data.Plans.0.ClientProfiles.0");
}
