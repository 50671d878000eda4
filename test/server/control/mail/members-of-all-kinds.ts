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

const deletedAt = "2026-02-01T09:00:00.000Z";
/** Each email names the kind of FirmMember: owner or plain, the subscription, the Firm. */
const members = [
  {
    id: "HPowner1",
    firmId: ids.partnerFirm,
    email: "owner-active@hp.example",
    isOwner: true,
    subscription: "active",
  },
  {
    id: "HPowner2",
    firmId: ids.partnerFirm,
    email: "owner-inactive@hp.example",
    isOwner: true,
    subscription: "inactive",
  },
  { id: "HPowner3", firmId: ids.partnerFirm, email: "owner-none@hp.example", isOwner: true },
  {
    id: "HPowner4",
    firmId: ids.partnerFirm,
    email: "owner-deleted@hp.example",
    isOwner: true,
    subscription: "active",
    deletedAt,
  },
  {
    id: "HPmember",
    firmId: ids.partnerFirm,
    email: "plain-active@hp.example",
    isOwner: false,
    subscription: "active",
  },
  {
    id: "HPplain2",
    firmId: ids.partnerFirm,
    email: "plain-inactive@hp.example",
    isOwner: false,
    subscription: "inactive",
  },
  { id: "HPplain3", firmId: ids.partnerFirm, email: "plain-none@hp.example", isOwner: false },
  {
    id: "MRowner1",
    firmId: ids.realtyFirm,
    email: "owner-active@mr.example",
    isOwner: true,
    subscription: "active",
  },
  {
    id: "MRowner2",
    firmId: ids.realtyFirm,
    email: "owner-inactive@mr.example",
    isOwner: true,
    subscription: "inactive",
  },
  { id: "MRowner3", firmId: ids.realtyFirm, email: "owner-none@mr.example", isOwner: true },
  {
    id: "MRowner4",
    firmId: ids.realtyFirm,
    email: "owner-deleted@mr.example",
    isOwner: true,
    subscription: "active",
    deletedAt,
  },
  {
    id: "MRagent1",
    firmId: ids.realtyFirm,
    email: "plain-active@mr.example",
    isOwner: false,
    subscription: "active",
  },
  { id: "MRplain2", firmId: ids.realtyFirm, email: "plain-none@mr.example", isOwner: false },
  {
    id: "T3owner1",
    firmId: "ThirdOne",
    email: "owner-active@third.example",
    isOwner: true,
    subscription: "active",
  },
] as const;

/** A workspace with these FirmMembers, another Firm, a Plan with two owners and a Lead of the realty Firm. */
export async function peopled(assumptions: Readonly<Record<string, string>>): Promise<World> {
  const world = await newWorld({ assumptions });
  const state = await world.control("GET", "/state");
  const put = await world.control("PUT", "/state", {
    ...Object(at(state, "data")),
    firms: [...listOf(state, "firms"), thirdFirm],
    firmMembers: members.map((member) => ({ firstName: "Una", lastName: "Usher", ...member })),
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
