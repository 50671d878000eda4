import { describe, expect, it } from "vitest";

import { at, column } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { handMade, handMadeWorld } from "./hand-made.ts";

const { key } = handMade;

const resources = [
  { path: "/v1/firms", goneId: handMade.goneFirm, keyOfIt: handMade.keyOfGoneFirm },
  { path: "/v1/firmMembers", goneId: handMade.goneMember, keyOfIt: key },
  { path: "/v1/referralCodes", goneId: handMade.goneCode, keyOfIt: key },
  { path: "/v1/leads", goneId: handMade.goneLead, keyOfIt: key },
  { path: "/v1/plans", goneId: handMade.gonePlan, keyOfIt: key },
  { path: "/v1/clientProfiles", goneId: handMade.goneProfile, keyOfIt: key },
] as const;

async function handMadeWorkspace(): Promise<World> {
  const world = await newWorld();
  const put = await world.control("PUT", "/state", handMadeWorld);
  expect(`${put.status} ${put.text}`).toMatch(/^200 /);
  return world;
}

describe("a list in a world with soft-deleted records", () => {
  it.each(resources)("200 for $path with them only by scope (2.6)", async (row) => {
    const { path, goneId, keyOfIt } = row;
    const world = await handMadeWorkspace();
    const list = async (scope: string) =>
      column(await world.api("GET", path + scope, { key: keyOfIt }), "id");
    expect(await list("")).not.toContain(goneId);
    expect(await list("?scope=active")).not.toContain(goneId);
    expect(await list("?scope=withDeleted")).toContain(goneId);
  });
});

describe("a soft-deleted record", () => {
  it("422 as the referral code of a new Lead (2.1)", async () => {
    const world = await handMadeWorkspace();
    const person = { email: "new@example.com", firstName: "Nia", lastName: "New" };
    const body = { ...person, referredByReferralCodeId: handMade.goneCode };
    const reply = await world.api("POST", `/v1/firms/${handMade.firm}/leads`, { key, body });
    expect(reply.status).toBe(422);
    expect(at(reply, "fields.referredByReferralCodeId.0.code")).toBe("NOT_FOUND");
  });
});

describe("a sign-up in a world with soft-deleted records", () => {
  const email = "new.client@example.com";

  it("422 for a deleted referral code, as a Lead with it is", async () => {
    const world = await handMadeWorkspace();
    const body = { email, referralCode: handMade.goneCode };
    const reply = await world.control("POST", "/sign-ups", body);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^422 .*${handMade.goneCode}`));
  });

  it("creates a client whose earlier profile is deleted (3)", async () => {
    const world = await handMadeWorkspace();
    await world.control("POST", "/sign-ups", { email });
    const first = Object(at(await world.control("GET", "/state"), "data"));
    const deletedAt = first.clientProfiles.at(-1).createdAt;
    const clientProfiles = first.clientProfiles.map((one: { email: string }) =>
      one.email === email ? { ...one, deletedAt } : one,
    );
    const put = await world.control("PUT", "/state", { ...first, clientProfiles });
    expect(`${put.status} ${put.text}`).toMatch(/^200 /);
    expect((await world.control("POST", "/sign-ups", { email })).status).toBe(201);
    expect((await world.control("POST", "/sign-ups", { email })).status).toBe(409);
  });
});
