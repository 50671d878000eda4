import { describe, expect, it } from "vitest";

import { ids, newWorld } from "../../../support/world.ts";
import { changeState, staged } from "./staged.ts";

describe("a state that names a record", () => {
  it("is 409 when the Lead with the id belongs to the Firm, not to the FirmMember", async () => {
    const params = { leadId: ids.activeLead, firmMemberId: ids.partnerMember };
    const reply = await changeState(await newWorld(), "a lead of a firm member exists", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${ids.partnerFirm}`));
  });

  it.each([
    ["a firm exists", "firms", "firmId", "NewFirm1"],
    ["a firm member exists", "firmMembers", "firmMemberId", ids.partnerMember],
    ["a referral code exists", "referralCodes", "referralCodeId", ids.partnerCode],
  ])("is 409 when the record is deleted: %s", async (state, resource, name, id) => {
    const world = await newWorld();
    await staged(world, "a record has been deleted", { resource, id });
    const reply = await changeState(world, state, { [name]: id });
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^409 .*${id} is deleted`));
  });
});
