/** A workspace with every kind of FirmMember in every kind of Firm that can own a Plan. */
import type { Reply } from "../../../support/reply.ts";
import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";

const thirdFirm = { id: "ThirdOne", name: "Third One", firmType: "Partner" } as const;

const leadOfRealtor = {
  id: "LeadMRm1",
  resourceType: "FirmMember",
  resourceId: "MRagent1",
  email: "ivo.agent@example.com",
  firstName: "Ivo",
  lastName: "Ito",
} as const;

const planOfBoth = {
  id: "PlanBoth",
  clientProfileId: ids.clientProfile,
  type: "Buying",
  status: "New",
  owners: [ids.partnerFirm, ids.realtyFirm],
} as const;

/** The Lead of the realty Firm, and the Plan of the partner Firm and the realty Firm. */
export const added = { leadOfRealtor: leadOfRealtor.id, planOfBoth: planOfBoth.id } as const;

/** The id of each kind of FirmMember, and an email that names the kind: owner or plain, the subscription, the Firm. */
const kinds = [
  ["HPowner1", "owner-active@hp.example"],
  ["HPowner2", "owner-inactive@hp.example"],
  ["HPowner3", "owner-none@hp.example"],
  ["HPowner4", "owner-deleted@hp.example"],
  ["HPmember", "plain-active@hp.example"],
  ["HPplain2", "plain-inactive@hp.example"],
  ["HPplain3", "plain-none@hp.example"],
  ["MRowner1", "owner-active@mr.example"],
  ["MRowner2", "owner-inactive@mr.example"],
  ["MRowner3", "owner-none@mr.example"],
  ["MRowner4", "owner-deleted@mr.example"],
  ["MRagent1", "plain-active@mr.example"],
  ["MRplain2", "plain-none@mr.example"],
  ["T3owner1", "owner-active@third.example"],
] as const;

const firmOf = { HP: ids.partnerFirm, MR: ids.realtyFirm, T3: thirdFirm.id } as const;

const subscriptionOf = {
  active: { subscription: "active" },
  inactive: { subscription: "inactive" },
  none: {},
  deleted: { subscription: "active", deletedAt: "2026-02-01T09:00:00.000Z" },
} as const;

const members = kinds.map(([id, email]) => {
  const [, role, subscription = ""] = /^(\w+)-(\w+)@/.exec(email) ?? [];
  return {
    id,
    firmId: Reflect.get(firmOf, id.slice(0, 2)),
    email,
    firstName: "Una",
    lastName: "Usher",
    isOwner: role === "owner",
    ...Reflect.get(subscriptionOf, subscription),
  };
});

/** A workspace with these FirmMembers, another Firm, a Plan with two owners and a Lead of the realty Firm. */
export async function peopled(assumptions: Readonly<Record<string, string>>): Promise<World> {
  const world = await newWorld({ assumptions });
  const state = await world.control("GET", "/state");
  const put = await world.control("PUT", "/state", {
    ...Object(at(state, "data")),
    firms: [...listOf(state, "firms"), thirdFirm],
    firmMembers: members,
    leads: [...listOf(state, "leads"), leadOfRealtor],
    plans: [...listOf(state, "plans"), planOfBoth],
  });
  if (put.status !== 200) throw new Error(`No world: ${put.status} ${put.text}`);
  return world;
}

function listOf(state: Reply, name: string): readonly unknown[] {
  const list = at(state, `data.${name}`);
  return Array.isArray(list) ? list : [];
}
