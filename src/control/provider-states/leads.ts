/** States of Leads: one of each state, in each relation to the key that asks. */
import * as z from "zod";

import { newClientProfile } from "../../domain/client-profile.ts";
import type { ClientProfile } from "../../domain/client-profile.ts";
import type { Lead } from "../../domain/lead.ts";
import { archiveLead, leadState, newLead } from "../../domain/lead.ts";
import { ControlError } from "../control-error.ts";
import { convert } from "../conversion.ts";
import { firmOf, memberOf, workingKey } from "./directory.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { AnyObject, Id, providerState } from "./state.ts";

const leadParams = {
  leadId: Id.exactOptional(),
  firmId: Id.exactOptional(),
  firmMemberId: Id.exactOptional(),
  email: z.email().default("lena.lead@example.com"),
  firstName: z.string().default("Lena"),
  lastName: z.string().default("Lead"),
  phone: AnyObject.default({ number: "4165550100" }),
  clientData: AnyObject.nullable().default(null),
  referredByReferralCodeId: z.string().nullable().default(null),
};
const LeadParams = z.strictObject(leadParams);
type LeadParams = z.infer<typeof LeadParams>;

const leadValues = {
  leadId: "the Lead's id",
  email: "its email",
  firmId: "the Firm whose keys reach it",
  apiKey: "a working key of that Firm for the Partner sandbox",
} as const;

/** Leads that are there, by their state. */
export const leadStates: readonly ProviderState[] = [
  providerState({
    name: "an active lead exists",
    description: "An Active Lead of a Firm, or of a member when `firmMemberId` is given.",
    params: LeadParams,
    values: leadValues,
    setUp: (stage, params) => valuesOf(stage, activeLead(stage, params)),
  }),
  providerState({
    name: "a lead with this email exists for the firm",
    description:
      "The same, for an email that must be given: creating another is 409 (rule lead.unique).",
    params: z.strictObject({ ...leadParams, email: z.email() }),
    values: leadValues,
    setUp: (stage, params) => valuesOf(stage, activeLead(stage, params)),
  }),
  providerState({
    name: "a lead of a firm member exists",
    description: "An Active Lead of a member of the Firm.",
    params: LeadParams,
    values: { ...leadValues, firmMemberId: "the member's id" },
    setUp(stage, { firmMemberId, ...params }) {
      const wanted = { firmMemberId, firmId: params.firmId, ...memberFields };
      const member = memberOf(stage, wanted);
      const lead = activeLead(stage, { ...params, firmMemberId: member.id });
      return { ...valuesOf(stage, lead), firmMemberId: member.id };
    },
  }),
  providerState({
    name: "a lead of another firm exists",
    description:
      "An Active Lead that the working key does not reach: it is 404 (rule auth.foreign-record).",
    params: z.strictObject({ ...leadParams, otherFirmId: Id.default("0therFrm") }),
    values: leadValues,
    setUp(stage, { otherFirmId, firmId, ...params }) {
      const own = firmOf(stage, firmId);
      const lead = activeLead(stage, { ...params, firmId: otherFirmId });
      return { ...valuesOf(stage, lead), firmId: own.id, apiKey: workingKey(stage, own.id).key };
    },
  }),
  providerState({
    name: "a lead has converted",
    description:
      "A Lead whose client signed up; its Plans are those of `clientData.Plans`, a Buying one by default.",
    params: z.strictObject({
      ...leadParams,
      clientData: AnyObject.default({ Plans: [{ type: "Buying" }] }),
    }),
    values: {
      ...leadValues,
      clientProfileId: "the client profile's id",
      planId: "the first Plan's id, null when there is none",
      planIds: "the ids of its Plans",
    },
    setUp: convertedLead,
  }),
  providerState({
    name: "a lead has been archived",
    description: "A Lead that is Archived, and so soft-deleted.",
    params: LeadParams,
    values: leadValues,
    setUp(stage, params) {
      const { workspace } = stage;
      const archived = archiveLead(activeLead(stage, params), workspace.clock.now());
      if (!archived.ok) throw new Error(`An Active Lead is ${archived.state}.`);
      workspace.store().leads.update(archived.lead);
      return valuesOf(stage, archived.lead);
    },
  }),
  providerState({
    name: "leads exist",
    description: "So many more Active Leads of a Firm.",
    params: z.strictObject({
      firmId: Id.exactOptional(),
      count: z.int().min(1).max(1_000).default(3),
    }),
    values: {
      leadIds: "their ids, oldest first",
      firmId: leadValues.firmId,
      apiKey: leadValues.apiKey,
    },
    setUp(stage, { firmId, count }) {
      const leads = Array.from({ length: count }, (_, index) =>
        activeLead(stage, LeadParams.parse({ firmId, email: `lead${index + 1}@example.com` })),
      );
      const [first] = leads;
      if (first === undefined) throw new Error("No Lead was made.");
      const { firmId: owner, apiKey = "" } = valuesOf(stage, first);
      return { leadIds: leads.map(({ id }) => id), firmId: owner ?? "", apiKey };
    },
  }),
];

const memberFields = { email: "member@state-partners.example", isOwner: false } as const;

/** The Lead that the parameters describe: the one of that id if it is Active, else a new one. */
function activeLead(stage: Stage, params: LeadParams): Lead {
  const { workspace } = stage;
  const { leads } = workspace.store();
  const { leadId, firmId, firmMemberId, ...fields } = params;
  const known = leadId === undefined ? null : leads.find(leadId);
  if (known !== null) return stillActive(known);
  const parent = parentOf(stage, firmId, firmMemberId);
  const { number, id } = workspace.nextRecord("lead", leads);
  const identity = { id: leadId ?? id, now: workspace.clock.now(), ...parent };
  const lead = newLead(identity, fields);
  leads.insert(number, lead);
  return lead;
}

function parentOf(stage: Stage, firmId: string | undefined, firmMemberId: string | undefined) {
  if (firmMemberId === undefined) {
    const { id } = firmOf(stage, firmId);
    return { firmId: id, resourceType: "Firm", resourceId: id } as const;
  }
  const member = memberOf(stage, { firmMemberId, firmId, ...memberFields });
  return { firmId: member.firmId, resourceType: "FirmMember", resourceId: member.id } as const;
}

function stillActive(lead: Lead): Lead {
  const state = leadState(lead);
  if (state === "Active") return lead;
  throw new ControlError(409, `The Lead ${lead.id} is there and ${state}.`, {
    hint: "Leave the id out, or name one that is not taken.",
  });
}

function convertedLead(stage: Stage, params: LeadParams): StateValues {
  const { workspace } = stage;
  const lead = activeLead(stage, params);
  const profile = profileOf(stage, lead);
  const { lead: converted, plans } = convert(workspace, lead, profile);
  return {
    ...valuesOf(stage, converted),
    clientProfileId: profile.id,
    planId: plans[0]?.id ?? null,
    planIds: plans.map(({ id }) => id),
  };
}

function profileOf({ workspace }: Stage, lead: Lead): ClientProfile {
  const { clientProfiles } = workspace.store();
  const { number, id } = workspace.nextRecord("clientProfile", clientProfiles);
  const signUp = { email: lead.email };
  const profile = newClientProfile({ id, now: workspace.clock.now() }, signUp, lead);
  clientProfiles.insert(number, profile);
  return profile;
}

function valuesOf(stage: Stage, lead: Lead): StateValues {
  const { key } = workingKey(stage, lead.firmId);
  return { leadId: lead.id, email: lead.email, firmId: lead.firmId, apiKey: key };
}
