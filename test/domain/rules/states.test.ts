import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import { expectCites, outcome } from "./ruled-answers.ts";

const later = "2026-03-02T09:30:00.000Z";

describe("the state of a Lead", () => {
  it("state.two-timestamps: deletedAt and convertedAt alone determine Active, Converted and Archived (3)", async () => {
    const world = await newWorld();
    const shown = async (id: string): Promise<unknown> => at(await readDeleted(world, id), "data");
    expect(await shown(ids.activeLead)).toMatchObject({ deletedAt: null, convertedAt: null });
    await world.control("POST", `/leads/${ids.activeLead}/convert`);
    expect(await shown(ids.activeLead)).toMatchObject({ deletedAt: monday, convertedAt: monday });
    await world.control("POST", `/leads/${ids.memberLead}/archive`);
    expect(await shown(ids.memberLead)).toMatchObject({ deletedAt: monday, convertedAt: null });
  });

  it("uncited state.two-timestamps: a Lead has no state field (2.1, 3)", async () => {
    const world = await newWorld();
    const lead = await world.api("GET", `/v1/leads/${ids.activeLead}`);
    expect(at(lead, "data.state")).toBeUndefined();
    const expected = await world.control("GET", `/leads/${ids.activeLead}`);
    expect(at(expected, "data.state")).toBe("Active");
  });
});

describe("POST sign-ups", () => {
  it("state.convert: converts the Lead (3)", async () => {
    const { lead } = await convertedLater({});
    expect(at(lead, "data")).toMatchObject({ convertedAt: later });
  });

  it("state.convert: leaves updatedAt unchanged (3)", async () => {
    const { lead } = await convertedLater({});
    expect(at(lead, "data")).toMatchObject({
      createdAt: "2026-01-06T09:00:00.000Z",
      updatedAt: "2026-01-06T09:00:00.000Z",
      convertedAt: later,
    });
  });

  it("state.convert [updated-at-moves]: moves updatedAt to convertedAt (3)", async () => {
    const { lead } = await convertedLater({ "state.convert": "updated-at-moves" });
    expect(at(lead, "data")).toMatchObject({
      createdAt: "2026-01-06T09:00:00.000Z",
      updatedAt: later,
      convertedAt: later,
    });
  });

  it("state.convert.moments: sets convertedAt and deletedAt to the same moment (3)", async () => {
    const { lead } = await convertedLater({});
    expect(at(lead, "data")).toMatchObject({ convertedAt: later, deletedAt: later });
  });

  it("state.convert.moments [20-ms-later]: sets deletedAt 20 ms after convertedAt (3)", async () => {
    const { lead } = await convertedLater({ "state.convert.moments": "20-ms-later" });
    expect(at(lead, "data")).toMatchObject({
      convertedAt: later,
      deletedAt: "2026-03-02T09:30:00.020Z",
      updatedAt: "2026-01-06T09:00:00.000Z",
    });
  });

  it("state.convert.moments [20-ms-later]: applies to a single conversion too, and updatedAt moves to convertedAt (3)", async () => {
    const assumptions = {
      "state.convert": "updated-at-moves",
      "state.convert.moments": "20-ms-later",
    };
    const world = await newWorld({ assumptions });
    const converted = await world.control("POST", `/leads/${ids.activeLead}/convert`);
    expect(at(converted, "data.lead")).toMatchObject({
      state: "Converted",
      convertedAt: monday,
      updatedAt: monday,
      deletedAt: "2026-03-02T09:00:00.020Z",
    });
  });

  it("uncited state.convert: an email without a Lead registers a client and converts nothing (3)", async () => {
    const world = await newWorld();
    const signedUp = await signUp(world, "nobody@example.com");
    expect(outcome(signedUp)).toMatch(/^201/);
    expect(at(signedUp, "data")).toMatchObject({ leads: [], plans: [], emails: [] });
    expect(at(await world.control("GET", `/leads/${ids.activeLead}`), "data.state")).toBe("Active");
  });

  it("state.convert: a converted Lead is no longer reachable without scope=withDeleted (2.6, 3)", async () => {
    const { world } = await convertedLater({});
    const hidden = await world.api("GET", `/v1/leads/${ids.activeLead}`);
    expect(outcome(hidden)).toMatch(/^404/);
    expectCites(hidden, "scope.default");
  });
});

describe("archiving", () => {
  it("state.archive: sets deletedAt and leaves convertedAt null (3)", async () => {
    const world = await newWorld();
    await world.control("POST", "/clock/advance", { to: later });
    const archived = await world.control("POST", `/leads/${ids.activeLead}/archive`);
    expect(outcome(archived)).toMatch(/^200/);
    const lead = await world.api("GET", `/v1/leads/${ids.activeLead}?scope=withDeleted`);
    expect(at(lead, "data")).toMatchObject({ deletedAt: later, convertedAt: null });
  });

  it("state.archive: DELETE has the same effect and cites the rule (3, 4.2)", async () => {
    const world = await newWorld();
    const deleted = await world.api("DELETE", `/v1/leads/${ids.activeLead}`);
    expect(outcome(deleted)).toMatch(/^200/);
    expect(typeof at(deleted, "data.deletedAt")).toBe("string");
    expect(at(deleted, "data.convertedAt")).toBeNull();
    expectCites(deleted, "state.archive");
  });
});

describe("a Lead that is not Active", () => {
  it.each([
    { state: "Converted", id: ids.convertedLead, action: "convert" },
    { state: "Converted", id: ids.convertedLead, action: "archive" },
    { state: "Archived", id: ids.archivedLead, action: "convert" },
    { state: "Archived", id: ids.archivedLead, action: "archive" },
  ])(
    "state.terminal: 409 to $action a Lead that is $state, which stays unchanged (3)",
    async ({ id, action }) => {
      const world = await newWorld();
      const before = await world.control("GET", `/leads/${id}`);
      const refused = await world.control("POST", `/leads/${id}/${action}`);
      expect(outcome(refused)).toMatch(/^409/);
      expect((await world.control("GET", `/leads/${id}`)).text).toBe(before.text);
    },
  );

  it("uncited state.terminal: a second sign-up with the same email does not change the Lead (3)", async () => {
    const { world, lead } = await convertedLater({});
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    const again = await signUp(world, text(lead, "data.email"));
    expect(outcome(again)).toMatch(/^409/);
    expect((await readDeleted(world, ids.activeLead)).text).toBe(lead.text);
  });

  it("uncited state.terminal: a sign-up with the email of an archived Lead does not convert it (3)", async () => {
    const world = await newWorld();
    const signedUp = await signUp(world, "eve.archived@example.com");
    expect(at(signedUp, "data.leads")).toEqual([]);
    expect(await statesOf(world, [ids.archivedLead])).toEqual(["Archived"]);
  });
});

function signUp(world: World, email: string): Promise<Reply> {
  return world.control("POST", "/sign-ups", { email });
}

function readDeleted(world: World, id: string): Promise<Reply> {
  return world.api("GET", `/v1/leads/${id}?scope=withDeleted`);
}

/** The Active Lead of the fixture after its client signed up at `later`. */
async function convertedLater(
  assumptions: Readonly<Record<string, string>>,
): Promise<{ readonly world: World; readonly lead: Reply }> {
  const world = await newWorld({ assumptions });
  await world.control("PUT", "/clock", { mode: "frozen", now: later });
  const signedUp = await signUp(world, "ada.active@example.com");
  expect(outcome(signedUp)).toMatch(/^201/);
  return { world, lead: await readDeleted(world, ids.activeLead) };
}

/**
 * Leads with one email, oldest first: of the partner Firm, of one of its members, of the other
 * Firm.
 */

function statesOf(world: World, leads: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(
    leads.map(async (id) => at(await world.control("GET", `/leads/${id}`), "data.state")),
  );
}
