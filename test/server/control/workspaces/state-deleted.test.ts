import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, column } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { handMade, handMadeWorld } from "./hand-made.ts";

const { key, keyOfGoneFirm } = handMade;
const firmKeys = { key, gone: keyOfGoneFirm } as const;
const sameKey = { key, gone: key } as const;

const resources = [
  { path: "/v1/firms", id: handMade.firm, goneId: handMade.goneFirm, keys: firmKeys },
  { path: "/v1/firmMembers", id: handMade.member, goneId: handMade.goneMember, keys: sameKey },
  { path: "/v1/referralCodes", id: handMade.code, goneId: handMade.goneCode, keys: sameKey },
  { path: "/v1/leads", id: handMade.lead, goneId: handMade.goneLead, keys: sameKey },
  { path: "/v1/plans", id: handMade.plan, goneId: handMade.gonePlan, keys: sameKey },
  {
    path: "/v1/clientProfiles",
    id: handMade.profile,
    goneId: handMade.goneProfile,
    keys: sameKey,
  },
] as const;

async function handMadeWorkspace(): Promise<World> {
  const world = await newWorld();
  const put = await world.control("PUT", "/state", handMadeWorld);
  expect(`${put.status} ${put.text}`).toMatch(/^200 /);
  return world;
}

describe.each(resources)("GET $path in a world with soft-deleted records", ({ path, ...of }) => {
  const { id, goneId, keys } = of;

  it("200 for the active record, 404 for the soft-deleted one (2.6)", async () => {
    const world = await handMadeWorkspace();
    expect((await world.api("GET", `${path}/${id}`, { key })).status).toBe(200);
    const gone = await world.api("GET", `${path}/${goneId}`, { key: keys.gone });
    expect(gone.status).toBe(404);
    expect(gone.headers.get("x-sandbox-rules")).toContain("scope.default");
  });

  it("200 for the soft-deleted one with scope=withDeleted and its deletedAt (2.6)", async () => {
    const world = await handMadeWorkspace();
    const url = `${path}/${goneId}?scope=withDeleted`;
    const gone = await world.api("GET", url, { key: keys.gone });
    expect(gone.status).toBe(200);
    expect(at(gone, "data.id")).toBe(goneId);
    expect(at(gone, "data.deletedAt")).toBe("2026-02-02T10:00:00.000Z");
  });

  it("200 for the list without it, or with it under scope=withDeleted (2.6)", async () => {
    const world = await handMadeWorkspace();
    const list = (scope: string): Promise<Reply> =>
      world.api("GET", path + scope, { key: keys.gone });
    expect(column(await list(""), "id")).not.toContain(goneId);
    expect(column(await list("?scope=active"), "id")).not.toContain(goneId);
    expect(column(await list("?scope=withDeleted"), "id")).toContain(goneId);
  });
});

describe("a soft-deleted Firm", () => {
  it.each(["leads", "firmMembers", "referralCodes"])(
    "404 as the parent in %s (2.6)",
    async (nested) => {
      const world = await handMadeWorkspace();
      const url = `/v1/firms/${handMade.goneFirm}/${nested}`;
      const reply = await world.api("GET", url, { key: keyOfGoneFirm });
      expect(reply.status).toBe(404);
      expect(reply.headers.get("x-sandbox-reason")).toContain("soft-deleted");
    },
  );

  it("404 for a new Lead of it, or of a soft-deleted FirmMember (2.6)", async () => {
    const world = await handMadeWorkspace();
    const body = { email: "new@example.com", firstName: "Nia", lastName: "New" };
    const ofFirm = `/v1/firms/${handMade.goneFirm}/leads`;
    const ofMember = `/v1/firmMembers/${handMade.goneMember}/leads`;
    const replies = [
      await world.api("POST", ofFirm, { key: keyOfGoneFirm, body }),
      await world.api("POST", ofMember, { key, body }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect(column(await world.control("GET", "/leads"), "email")).not.toContain(body.email);
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

  it("gets no mail about a conversion if it is an owner (6)", async () => {
    const world = await newWorld();
    const firmMembers = handMadeWorld.firmMembers.map((member) => ({
      ...member,
      subscription: "active",
    }));
    await world.control("PUT", "/state", { ...handMadeWorld, firmMembers });
    const converted = await world.control("POST", `/leads/${handMade.lead}/convert`);
    expect(column({ ...converted, json: { data: at(converted, "data.emails") } }, "to")).toEqual([
      ["m@hand.example"],
    ]);
  });

  it("is not converted by a sign-up if it is an Archived Lead (3)", async () => {
    const world = await handMadeWorkspace();
    const reply = await world.control("POST", "/sign-ups", { email: "gl@hand.example" });
    expect(at(reply, "data.leads")).toEqual([]);
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
