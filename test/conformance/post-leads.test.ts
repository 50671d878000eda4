import { describe, it } from "vitest";

import { at, text } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { newLead } from "./cases.ts";

const offered = { assumptions: { "lead.create.parent-in-body": "offered" } };

const parents = [
  { resourceType: "Firm", resourceId: ids.partnerFirm },
  { resourceType: "FirmMember", resourceId: ids.partnerMember },
  { resourceType: "ClientProfile", resourceId: ids.clientProfile },
];

describe("POST /leads", () => {
  describe("201", () => {
    it.each(parents)("201 with a Lead of the $resourceType in the body (4.2)", async (parent) => {
      const world = await newWorld(offered);
      const reply = await post(world, { ...newLead, ...parent });
      expect(reply).toAnswer(201);
      expect(at(reply, "data")).toMatchObject({ ...newLead, ...parent });
      const read = await world.api("GET", `/v1/leads/${text(reply, "data.id")}`);
      expect(read.json).toEqual(reply.json);
      expect((await world.api("GET", "/v1/leads")).text).toContain(text(reply, "data.id"));
    });

    it.each(parents)(
      "201, and a save and a load keep the Lead of the $resourceType (4.2)",
      async (parent) => {
        const world = await newWorld(offered);
        const reply = await post(world, { ...newLead, ...parent });
        const state = at(await world.control("GET", "/state"), "data");
        expect((await world.control("PUT", "/state", state)).status).toBe(200);
        const read = await world.api("GET", `/v1/leads/${text(reply, "data.id")}`);
        expect(read.json).toEqual(reply.json);
      },
    );

    it("201 welcomes the Lead unless the query disables it (6)", async () => {
      const world = await newWorld(offered);
      await post(world, { ...newLead, ...parents[2] });
      const quiet = { ...newLead, ...parents[2], email: "quiet@example.com" };
      await post(world, quiet, "?disableClientOutreach=true");
      expect(at(await world.control("GET", "/emails?kind=welcome"), "meta.total")).toBe(1);
    });

    it("201 converts at sign-up and alerts the owners, for a Lead of a ClientProfile (3)", async () => {
      const world = await newWorld(offered);
      const id = text(await post(world, { ...newLead, ...parents[2] }), "data.id");
      const signedUp = await world.control("POST", "/sign-ups", { email: newLead.email });
      expect(signedUp.status).toBe(201);
      const lead = await world.api("GET", `/v1/leads/${id}?scope=withDeleted`);
      expect(at(lead, "data.convertedAt")).not.toBeNull();
      expect((await world.control("GET", "/emails?kind=converted")).text).toContain(id);
    });
  });

  describe("409", () => {
    it("409 for a second Lead of the same parent, not of another (2.1)", async () => {
      const world = await newWorld(offered);
      const statuses = [];
      for (const parent of [parents[2], parents[1], parents[2]]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        statuses.push((await post(world, { ...newLead, ...parent })).status);
      }
      expect(statuses).toEqual([201, 201, 409]);
    });
  });

  describe("422", () => {
    it("422 names the missing parent along with every other field (7)", async () => {
      expect(await post(await newWorld(offered), { email: "x" })).toRefuseFields(422, {
        resourceType: "REQUIRED",
        resourceId: "REQUIRED",
        email: "INVALID",
        firstName: "REQUIRED",
        lastName: "REQUIRED",
      });
    });

    it.each([
      { resourceType: "Firm", resourceId: ids.realtyFirm },
      { resourceType: "FirmMember", resourceId: ids.realtyAgent },
      { resourceType: "ClientProfile", resourceId: ids.foreignClient },
      { resourceType: "ClientProfile", resourceId: ids.partnerFirm },
      { resourceType: "Firm", resourceId: "Nothing1" },
      { resourceType: "Firm", resourceId: "__proto__" },
    ])("422 NOT_FOUND for $resourceType $resourceId (7)", async (parent) => {
      const reply = await post(await newWorld(offered), { ...newLead, ...parent });
      expect(reply).toRefuseFields(422, { resourceId: "NOT_FOUND" });
    });

    it.each([
      ["Broker", "INVALID"],
      ["constructor", "INVALID"],
      [7, "INCORRECT_TYPE"],
      [null, "INCORRECT_TYPE"],
    ])("422 for the resourceType %s (7)", async (resourceType, code) => {
      const body = { ...newLead, resourceType, resourceId: ids.partnerFirm };
      const reply = await post(await newWorld(offered), body);
      expect(reply).toRefuseFields(422, { resourceType: code });
    });
  });
});

function post(world: World, body: unknown, query = ""): Promise<Reply> {
  return world.api("POST", `/v1/leads${query}`, { body });
}
