import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { worldIn } from "../../../world/workspace/contents.ts";

describe("a Lead in a state", () => {
  it.each([
    { plans: [null, { type: "Buying" }], types: ["Buying"] },
    { plans: [{}], types: [""] },
    { plans: [{ type: "" }], types: [""] },
  ])(
    "requests $plans, converts, and its state can be put again (2.2, 3)",
    async ({ plans, types }) => {
      const world = await newWorld();
      const state = worldIn(await world.control("GET", "/state"));
      const leads = state.leads.map((lead) =>
        lead.id === ids.activeLead ? { ...lead, clientData: { Plans: plans } } : lead,
      );
      expect((await world.control("PUT", "/state", { ...state, leads })).status).toBe(200);
      const read = await world.api("GET", `/v1/leads/${ids.activeLead}`);
      expect(at(read, "data.clientData")).toEqual({ Plans: plans });
      const converted = await world.control("POST", `/leads/${ids.activeLead}/convert`);
      expect(`${converted.status} ${converted.text}`).toMatch(/^200 /);
      const after = await world.control("GET", "/state");
      expect(worldIn(after).plans.slice(state.plans.length)).toMatchObject(
        types.map((type) => ({ type })),
      );
      const back = await world.control("PUT", "/state", at(after, "data"));
      expect(`${back.status} ${back.text}`).toMatch(/^200 /);
    },
  );
});
