/** State, snapshots, provider states and explanations with the records of both environments (rule env.data). */
import { describe, expect, it } from "vitest";

import { makesRecords } from "../../../../src/domain/model/provider-state.ts";
import { providerStates } from "../../../../src/server/control/provider-states/catalogue.ts";
import { at, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { staged } from "../provider-states/staged.ts";
import { inProduction, made } from "./both-environments.ts";

describe("the state", () => {
  it("has the environment of each record, and accepts it again", async () => {
    const { world, production } = await made();
    await world.control("POST", `/leads/${production}/convert`);
    const state = at(await world.control("GET", "/state"), "data");
    expect(state).toMatchObject({
      leads: [{ environment: "sandbox" }, { id: production, environment: "production" }],
      clientProfiles: [{ environment: "production" }],
    });
    await world.control("POST", "/reset", {});
    await world.control("PUT", "/state", state);
    expect(at(await world.control("GET", "/state"), "data")).toEqual(state);
  });
});

describe("provider states", () => {
  it.each([
    ["an active lead exists", "leads", "leadId"],
    ["a lead of a firm member exists", "leads", "leadId"],
    ["a lead has been archived", "leads", "leadId"],
    ["a lead has converted", "leads", "leadId"],
    ["a plan of the firm exists", "plans", "planId"],
  ])(
    "can create the record of %s in production, with a key that reads it there",
    async (...row) => {
      const [state, resource, id] = row;
      const world = await newWorld();
      const values = await staged(world, state, { environment: "production" });
      const path = `/v1/${resource}/${text(values, id)}?scope=withDeleted`;
      const key = text(values, "apiKey");
      expect((await world.api("GET", path, { ...inProduction, key })).status).toBe(200);
      expect((await world.api("GET", path)).status).toBe(404);
    },
  );

  it("accept an environment where they create such records; verify sends it", () => {
    const names = providerStates
      .filter(
        ({ name, params }) => !name.startsWith("the API key") && "environment" in params.shape,
      )
      .map(({ name }) => name);
    expect(names).toContain("an active lead exists");
    expect(providerStates.map(({ name }) => name).filter((name) => makesRecords(name))).toEqual(
      names,
    );
  });

  it("409 for an existing Lead in the other environment", async () => {
    const { world, production: leadId } = await made();
    const reply = await world.control("POST", "/pact/states", {
      state: "an active lead exists",
      params: { leadId },
    });
    expect(reply.status).toBe(409);
    expect(reply.text).toContain("in the environment production");
  });
});

describe("explain", () => {
  it("reports that the record is in the other environment, and which keys reach it", async () => {
    const { world, production } = await made();
    const reply = await world.control("POST", "/explain", {
      method: "GET",
      path: `/v1/leads/${production}`,
      apiKeyId: world.keyIds.partner,
    });
    expect(at(reply, "data")).toMatchObject({
      status: 404,
      record: {
        exists: true,
        firmIds: [ids.partnerFirm],
        reason: expect.stringContaining("exists in the environment production"),
        shownBy: { apiKeyIds: [world.keyIds["partner-production"]] },
      },
    });
  });
});
