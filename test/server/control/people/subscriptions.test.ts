import { describe, expect, it } from "vitest";

import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

const activeOwner = "olive.owner@harbour-point.example";
const quietOwner = "quinn.quiet@harbour-point.example";
const quietOwnerId = "HPowner2";

async function subscribe(world: World, body: object): Promise<void> {
  const reply = await world.control("POST", "/subscriptions", body);
  expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
}

/** The recipients of the alert about a new Lead's conversion. */
async function toldOfConversion(world: World): Promise<readonly string[]> {
  const lead = await world.createLead();
  const converted = await world.control("POST", `/leads/${lead}/convert`);
  const emails = at(converted, "data.emails");
  return Array.isArray(emails)
    ? emails.map((_, index) => text(converted, `data.emails.${index}.to.0`))
    : [];
}

describe("POST subscriptions", () => {
  it("201 and the owner gets mail about later conversions, active by default, until it ends (6)", async () => {
    const world = await newWorld();
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
    await subscribe(world, { firmMemberId: quietOwnerId });
    expect(await toldOfConversion(world)).toEqual([activeOwner, quietOwner]);
    await subscribe(world, { firmMemberId: ids.partnerOwner, active: false });
    expect(await toldOfConversion(world)).toEqual([quietOwner]);
  });

  it("201 for a FirmMember who is not an owner and gets no mail (6)", async () => {
    const world = await newWorld();
    await subscribe(world, { firmMemberId: ids.partnerMember, active: true });
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
  });

  it("201 for a FirmMember created with one, an owner who gets mail about conversions (6)", async () => {
    const world = await newWorld();
    const member = { firstName: "Nina", lastName: "New", firmId: ids.partnerFirm };
    for (const subscription of ["active", "inactive"]) {
      const email = `${subscription}@new.example`;
      const owner = { ...member, email, isOwner: true, subscription };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(at(await world.control("POST", "/firm-members", owner), "data.subscription")).toBe(
        subscription,
      );
    }
    expect(await toldOfConversion(world)).toEqual([activeOwner, "active@new.example"]);
  });

  it("404 for an unknown FirmMember, and nothing is changed", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await world.control("POST", "/subscriptions", { firmMemberId: "Nobody01" });
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain('"Nobody01"');
    expect(await tellAll(world)).toBe(before);
  });

  it.each([{}, { firmMemberId: "HPowner2", active: "yes" }])("422 for %j", async (body) => {
    expect((await (await newWorld()).control("POST", "/subscriptions", body)).status).toBe(422);
  });

  it("201 and a reset undoes it", async () => {
    const world = await newWorld();
    await subscribe(world, { firmMemberId: ids.partnerOwner, active: false });
    await subscribe(world, { firmMemberId: quietOwnerId });
    await world.control("POST", "/reset");
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
  });
});
