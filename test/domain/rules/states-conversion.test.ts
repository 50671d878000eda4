import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";

const owner = "olive.owner@harbour-point.example";
const realtyOwner = "rosa.owner@maple-row.example";

const person = {
  email: "Nora.New@example.com",
  firstName: "Nora",
  lastName: "North",
  phone: { number: "4165550199", extension: "7" },
  clientData: {
    prefix: "Mrs.",
    dateOfBirth: "1990-02-28",
    isFirstTimeHomeBuyer: false,
    notes: "Call in the evening",
    sin: "046454286",
    Plans: [{ type: "Buying" }],
  },
};

describe("the client profile of a conversion", () => {
  it("state.convert.profile: has the Lead's email, names, phone and clientData (3)", async () => {
    const { world, leadId } = await withPerson();
    await world.control("POST", `/leads/${leadId}/convert`);
    const { Plans: _, ...clientData } = person.clientData;
    expect(await includedProfile(world, leadId)).toEqual({
      id: expect.any(String),
      createdAt: monday,
      updatedAt: monday,
      deletedAt: null,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone,
      clientData,
    });
  });

  it("state.convert.profile: a name from the sign-up overrides the Lead's (3)", async () => {
    const { world, leadId } = await withPerson();
    await world.control("POST", "/sign-ups", { email: person.email, firstName: "Eleonora" });
    expect(await includedProfile(world, leadId)).toMatchObject({
      firstName: "Eleonora",
      lastName: person.lastName,
    });
  });

  it("state.convert.profile: is shared by all Leads that the sign-up converts (3)", async () => {
    const { world, leadId } = await withPerson();
    const other = await createFor(world, `/v1/firmMembers/${ids.partnerMember}/leads`);
    const signedUp = await world.control("POST", "/sign-ups", { email: person.email });
    const profileId = text(signedUp, "data.clientProfile.id");
    expect(await includedProfile(world, leadId)).toMatchObject({ id: profileId });
    expect(await includedProfile(world, other)).toMatchObject({ id: profileId });
  });

  it("state.convert.profile.several: uses the newest of the Leads that the sign-up converts (3)", async () => {
    const { world, leadId } = await withPerson();
    const newer = { email: person.email, firstName: "Nadia", lastName: "Newer" };
    await world.api("POST", `/v1/firmMembers/${ids.partnerMember}/leads`, { body: newer });
    await world.control("POST", "/sign-ups", { email: person.email });
    expect(await includedProfile(world, leadId)).toMatchObject({
      firstName: "Nadia",
      lastName: "Newer",
      phone: null,
    });
  });

  it("state.convert.profile.several [oldest]: uses the oldest of them (3)", async () => {
    const { world, leadId } = await withPerson({ "state.convert.profile.several": "oldest" });
    const newer = { email: person.email, firstName: "Nadia", lastName: "Newer" };
    await world.api("POST", `/v1/firmMembers/${ids.partnerMember}/leads`, { body: newer });
    await world.control("POST", "/sign-ups", { email: person.email });
    const { firstName, lastName, phone } = person;
    expect(await includedProfile(world, leadId)).toMatchObject({ firstName, lastName, phone });
  });

  it("state.convert.profile: includes an earlier PATCH of the Lead (3)", async () => {
    const { world, leadId } = await withPerson();
    await world.api("PATCH", `/v1/leads/${leadId}`, { body: { firstName: "Changed" } });
    await world.control("POST", `/leads/${leadId}/convert`);
    expect(await includedProfile(world, leadId)).toMatchObject({ firstName: "Changed" });
  });
});

describe("the alert of a conversion", () => {
  it("state.convert.alert: goes to the Firm's owner with an active subscription (3, 6)", async () => {
    const { world, leadId } = await withPerson();
    const converted = await world.control("POST", `/leads/${leadId}/convert`);
    expect(at(converted, "data.emails")).toMatchObject([
      { kind: "converted", to: [owner], leadId },
    ]);
  });

  it("state.convert.alert: is sent once for each Lead that one sign-up converts, to its own Firm (3, 6)", async () => {
    const { world } = await withPerson();
    await createFor(world, `/v1/firmMembers/${ids.partnerMember}/leads`);
    await createFor(world, `/v1/firms/${ids.realtyFirm}/leads`, "realtor");
    await world.control("POST", "/sign-ups", { email: person.email });
    const alerts = await world.control("GET", "/emails?kind=converted");
    expect(column(alerts, "to.0").map(String).toSorted()).toEqual([owner, owner, realtyOwner]);
  });

  it("uncited state.convert.alert: is not sent when a Lead is archived (3, 6)", async () => {
    const { world, leadId } = await withPerson();
    await world.control("POST", `/leads/${leadId}/archive`);
    expect(at(await world.control("GET", "/emails?kind=converted"), "meta.total")).toBe(0);
  });
});

async function withPerson(
  assumptions: Readonly<Record<string, string>> = {},
): Promise<{ readonly world: World; readonly leadId: string }> {
  const world = await newWorld({ assumptions });
  return { world, leadId: await world.createLead(person) };
}

async function createFor(
  world: World,
  path: string,
  surface: "partner" | "realtor" = "partner",
): Promise<string> {
  const made: Reply = await world.api("POST", path, {
    surface,
    key: world.keys[surface],
    body: person,
  });
  return text(made, "data.id");
}

/** The client profile that `include` adds to the first Plan of a converted Lead. */
async function includedProfile(world: World, leadId: string): Promise<unknown> {
  const path = `/v1/leads/${leadId}?scope=withDeleted&include=Plans.ClientProfiles`;
  return at(await world.api("GET", path), "data.Plans.0.ClientProfiles.0");
}
