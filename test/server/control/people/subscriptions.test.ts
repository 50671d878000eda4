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
  it("201 with the FirmMember, and an event", async () => {
    const world = await newWorld();
    const body = { firmMemberId: quietOwnerId, active: false };
    const reply = await world.control("POST", "/subscriptions", body);
    expect(`${reply.status} ${reply.text}`).toBe(`201 ${JSON.stringify({ data: body })}`);
    const events = await world.control("GET", "/events");
    expect(at(events, "data.0")).toMatchObject({ type: "subscription.set", data: body });
    expect(at(events, "meta.total")).toBe(1);
  });

  it("201 and the owner gets mail about later conversions, active by default (6)", async () => {
    const world = await newWorld();
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
    await subscribe(world, { firmMemberId: quietOwnerId });
    expect(await toldOfConversion(world)).toEqual([activeOwner, quietOwner]);
  });

  it("201 and the owner gets no mail without a subscription, and mail again with one (6)", async () => {
    const world = await newWorld();
    await subscribe(world, { firmMemberId: ids.partnerOwner, active: false });
    expect(await toldOfConversion(world)).toEqual([]);
    await subscribe(world, { firmMemberId: ids.partnerOwner, active: true });
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
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

  it.each([{}, { firmMemberId: 7 }, { firmMemberId: "HPowner2", active: "yes" }, { member: "x" }])(
    "422 for %j, and nothing is changed",
    async (body) => {
      const world = await newWorld();
      const before = await tellAll(world);
      expect((await world.control("POST", "/subscriptions", body)).status).toBe(422);
      expect(await tellAll(world)).toBe(before);
    },
  );

  it("201 and a reset undoes it", async () => {
    const world = await newWorld();
    await subscribe(world, { firmMemberId: ids.partnerOwner, active: false });
    await subscribe(world, { firmMemberId: quietOwnerId });
    await world.control("POST", "/reset");
    expect(await toldOfConversion(world)).toEqual([activeOwner]);
  });
});
