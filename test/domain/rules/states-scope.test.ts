import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";

describe("the scope of a sign-up", () => {
  it("state.convert.scope: converts every Active Lead with the email, including those of other Firms and members (3)", async () => {
    const { world, leads } = await sharedEmail({});
    const signedUp = await signUp(world, "shared@example.com");
    expect(at(signedUp, "data.leads.length")).toBe(3);
    expect(await statesOf(world, leads)).toEqual(["Converted", "Converted", "Converted"]);
  });

  it("state.convert.scope [newest-only]: converts only the newest Lead (3)", async () => {
    const { world, leads } = await sharedEmail({ "state.convert.scope": "newest-only" });
    const signedUp = await signUp(world, "shared@example.com");
    expect(at(signedUp, "data.leads.length")).toBe(1);
    expect(await statesOf(world, leads)).toEqual(["Active", "Active", "Converted"]);
  });

  it("state.convert.scope: keeps an Archived Lead Archived (3)", async () => {
    const { world, leads } = await sharedEmail({});
    await world.control("POST", `/leads/${leads[0]}/archive`);
    await signUp(world, "shared@example.com");
    expect(await statesOf(world, leads)).toEqual(["Archived", "Converted", "Converted"]);
  });
});

describe("the scope of a conversion by id", () => {
  it.each([0, 1, 2])(
    "state.convert.scope: converts every Active Lead with the email of the named one, which is the first in the answer: %d (3)",
    async (named) => {
      const { world, leads } = await sharedEmail({});
      const converted = await convert(world, leads[named]);
      const others = leads.filter((_, index) => index !== named).toReversed();
      expect(convertedIds(converted)).toEqual([leads[named], ...others]);
      expect(at(converted, "data.lead")).toEqual(at(converted, "data.leads.0"));
      expect(at(converted, "data.emails.length")).toBe(3);
      expect(await statesOf(world, leads)).toEqual(["Converted", "Converted", "Converted"]);
      const profiles = leads.map(async (id) =>
        at(await world.control("GET", `/leads/${id}`), "data.clientProfileId"),
      );
      expect(new Set(await Promise.all(profiles))).toEqual(
        new Set([at(converted, "data.clientProfile.id")]),
      );
    },
  );

  it("state.convert.scope [newest-only]: converts the named Lead and the newest (3)", async () => {
    const { world, leads } = await sharedEmail({ "state.convert.scope": "newest-only" });
    const converted = await convert(world, leads[0]);
    expect(convertedIds(converted)).toEqual([leads[0], leads[2]]);
    expect(await statesOf(world, leads)).toEqual(["Converted", "Active", "Converted"]);
  });

  it("state.convert.scope [newest-only]: converts the newest Lead alone, if it is the named one (3)", async () => {
    const { world, leads } = await sharedEmail({ "state.convert.scope": "newest-only" });
    const converted = await convert(world, leads[2]);
    expect(convertedIds(converted)).toEqual([leads[2]]);
    expect(await statesOf(world, leads)).toEqual(["Active", "Active", "Converted"]);
  });

  it("state.convert.scope: keeps Leads that are Archived or Converted, and refuses to convert them again (3)", async () => {
    const { world, leads } = await sharedEmail({});
    await world.control("POST", `/leads/${leads[0]}/archive`);
    const converted = await convert(world, leads[1]);
    expect(convertedIds(converted)).toEqual([leads[1], leads[2]]);
    expect(await statesOf(world, leads)).toEqual(["Archived", "Converted", "Converted"]);
    const again = await Promise.all(leads.map((id) => convert(world, id)));
    expect(again.map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  it("state.convert.scope: converts Leads that were created after the sign-up of their client, with the known profile (3)", async () => {
    const { world, leads } = await sharedEmail({});
    const signedUp = await signUp(world, "shared@example.com");
    const since = [
      await createFor(world, `/v1/firmMembers/${ids.partnerOwner}/leads`),
      await createFor(world, `/v1/firmMembers/${ids.realtyAgent}/leads`, { surface: "realtor" }),
    ];
    expect(await statesOf(world, leads)).toEqual(["Converted", "Converted", "Converted"]);
    const converted = await convert(world, since[0]);
    expect(convertedIds(converted)).toEqual([...since]);
    expect(at(converted, "data.clientProfile.id")).toBe(at(signedUp, "data.clientProfile.id"));
  });

  it.each([
    { comparison: "case-insensitive", states: ["Converted", "Converted"] },
    { comparison: "exact", states: ["Converted", "Active"] },
  ])("state.convert.scope: follows lead.email.case: $comparison (3)", async (row) => {
    const world = await newWorld({ assumptions: { "lead.email.case": row.comparison } });
    const leads = [
      await createFor(world, `/v1/firms/${ids.partnerFirm}/leads`, { email: "Case@Example.com" }),
      await createFor(world, `/v1/firmMembers/${ids.partnerMember}/leads`, {
        email: "case@example.com",
      }),
    ];
    await convert(world, leads[0]);
    expect(await statesOf(world, leads)).toEqual(row.states);
  });

  it("state.convert.scope: leaves a Lead alone whose email has changed (3)", async () => {
    const { world, leads } = await sharedEmail({});
    await world.api("PATCH", `/v1/leads/${leads[1]}`, { body: { email: "moved@example.com" } });
    await convert(world, leads[0]);
    expect(await statesOf(world, leads)).toEqual(["Converted", "Active", "Converted"]);
  });
});

async function sharedEmail(
  assumptions: Readonly<Record<string, string>>,
): Promise<{ readonly world: World; readonly leads: readonly string[] }> {
  const world = await newWorld({ assumptions });
  const leads: string[] = [];
  for (const { surface, path } of [
    { surface: "partner", path: `/v1/firms/${ids.partnerFirm}/leads` },
    { surface: "partner", path: `/v1/firmMembers/${ids.partnerMember}/leads` },
    { surface: "realtor", path: `/v1/firms/${ids.realtyFirm}/leads` },
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- the order of creation is what is tested
    leads.push(await createFor(world, path, { surface }));
  }
  return { world, leads };
}

async function createFor(
  world: World,
  path: string,
  {
    email = "shared@example.com",
    surface = "partner",
  }: { readonly email?: string; readonly surface?: "partner" | "realtor" } = {},
): Promise<string> {
  const body = { email, firstName: "Sasha", lastName: "Sand" };
  return text(
    await world.api("POST", path, { surface, key: world.keys[surface], body }),
    "data.id",
  );
}

/** The ids of the Leads in the answer to a conversion. */
function convertedIds(reply: Reply): readonly unknown[] {
  const leads = at(reply, "data.leads");
  return Array.isArray(leads) ? leads.map((_, index) => at(reply, `data.leads.${index}.id`)) : [];
}

function statesOf(world: World, leads: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(
    leads.map(async (id) => at(await world.control("GET", `/leads/${id}`), "data.state")),
  );
}

function signUp(world: World, email: string): Promise<Reply> {
  return world.control("POST", "/sign-ups", { email });
}

function convert(world: World, id: string | undefined): Promise<Reply> {
  return world.control("POST", `/leads/${id}/convert`);
}
