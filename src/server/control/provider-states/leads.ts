/** States of Leads: each Lead state, for owned and foreign Leads. */
import * as z from "zod";

import { emailPattern } from "../../../domain/model/email-address.ts";
import { sameEmail } from "../../../domain/model/email.ts";
import type { Environment } from "../../../domain/model/firm.ts";
import type { Lead, LeadState } from "../../../domain/model/lead.ts";
import { leadState, newLead } from "../../../domain/model/lead.ts";
import { eachOptionalText } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { archiveLeadWithoutEffects } from "../../../world/platform/archive-lead.ts";
import { convertLeadWithoutEffects } from "../../../world/platform/convert-lead.ts";
import { isIn } from "../../../world/platform/environment.ts";
import { findClient } from "../../../world/platform/find-client.ts";
import { registerClientWithoutEffects } from "../../../world/platform/register-client.ts";
import { ControlError } from "../calls/control-error.ts";
import {
  firmOf,
  memberOf,
  refuseOtherEnvironment,
  refuseOtherFirm,
  workingKey,
} from "./directory.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { AnyObject, EnvironmentParam, Id, providerState } from "./state.ts";

const leadParams = {
  leadId: Id.exactOptional(),
  environment: EnvironmentParam,
  firmId: Id.exactOptional(),
  firmMemberId: Id.exactOptional(),
  email: z
    .email({ pattern: emailPattern })
    .exactOptional()
    .describe("lena.lead@example.com, or the next free one"),
  ...eachOptionalText(leadFields, z.string().nullable().default(null)),
  firstName: z.string().nullable().default("Lena"),
  lastName: z.string().nullable().default("Lead"),
  phone: AnyObject.nullable().default({ number: "4165550100" }),
  clientData: AnyObject.nullable().default(null),
};
const LeadParams = z.strictObject(leadParams);
type LeadParams = z.infer<typeof LeadParams>;

const leadValues = {
  leadId: "the Lead's id",
  email: "its email",
  firmId: "the Firm whose keys reach it",
  apiKey: "a working key of that Firm for the Partner API in the Lead's environment",
} as const;

/** States in which Leads exist, by Lead state. */
export const leadProviderStates: readonly ProviderState[] = [
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
    params: z.strictObject({ ...leadParams, email: z.email({ pattern: emailPattern }) }),
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
      "An Active Lead that the working key cannot access: it is 404 (rule auth.foreign-record).",
    params: z.strictObject({ ...leadParams, otherFirmId: Id.default("0therFrm") }),
    values: leadValues,
    setUp(stage, { otherFirmId, firmId, ...params }) {
      const own = firmOf(stage, firmId);
      if (own.id === otherFirmId) {
        throw new ControlError(409, `The Firm ${otherFirmId} is the Firm of the key.`, {
          hint: "Name another Firm as otherFirmId, or omit it.",
        });
      }
      const lead = activeLead(stage, { ...params, firmId: otherFirmId });
      const { key } = workingKey(stage, own.id, "Partner", lead.environment);
      return { ...valuesOf(stage, lead), firmId: own.id, apiKey: key };
    },
  }),
  providerState({
    name: "a lead has converted",
    description:
      "A Lead whose client signed up; its Plans are those of `clientData.Plans`, a Buying one by default.",
    params: z.strictObject({
      ...leadParams,
      clientData: AnyObject.nullable().default({ Plans: [{ type: "Buying" }] }),
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
    description: "An Archived Lead, which is soft-deleted.",
    params: LeadParams,
    values: leadValues,
    setUp(stage, params) {
      const known = knownLead(stage, params, "Archived");
      return valuesOf(stage, known ?? archived(stage, params));
    },
  }),
  providerState({
    name: "leads exist",
    description: "The given number of additional Active Leads of a Firm.",
    params: z.strictObject({
      firmId: Id.exactOptional(),
      environment: EnvironmentParam,
      count: z.int().min(1).max(1_000).default(3),
    }),
    values: {
      leadIds: "their ids, oldest first",
      firmId: leadValues.firmId,
      apiKey: leadValues.apiKey,
    },
    setUp(stage, { firmId, environment, count }) {
      const { id } = firmOf(stage, firmId);
      const { key } = workingKey(stage, id, "Partner", environment);
      const parent = parentOf(stage, id, undefined, environment);
      let number = 0;
      const leadIds = Array.from({ length: count }, () => {
        number = freeNumber(stage, parent, manyEmail, number + 1);
        const params = LeadParams.parse({ firmId: id, environment, email: manyEmail(number) });
        return activeLead(stage, params).id;
      });
      return { leadIds, firmId: id, apiKey: key };
    },
  }),
];

/** Finds the Active Lead with that id or email, or creates one. */
function activeLead(stage: Stage, params: LeadParams): Lead {
  const { workspace } = stage;
  const { leads } = workspace.store();
  const { leadId, firmId, firmMemberId, environment, email: wanted, ...fields } = params;
  const known = leadId === undefined ? null : leads.find(leadId);
  if (known !== null) return only(stage, "Active", known, params);
  const parent = parentOf(stage, firmId, firmMemberId, environment);
  const email = wanted ?? oneEmail(freeNumber(stage, parent, oneEmail));
  const holder = holdersOf(stage, parent, email).find((lead) => leadState(lead) === "Active");
  if (holder !== undefined && leadId === undefined) return holder;
  if (holder !== undefined) {
    throw new ControlError(409, `The Active Lead ${holder.id} has the email ${email}.`, {
      hint: "Omit the email, or name that Lead.",
    });
  }
  const identity = { now: workspace.clock.now(), ...parent };
  return workspace.createRecord("lead", leads, (id) =>
    newLead({ ...identity, id: leadId ?? id }, { ...fields, email }),
  );
}

/** The Lead with that id if it is already in that state. Null if it does not exist or is still Active. */
function knownLead(stage: Stage, params: LeadParams, state: LeadState): Lead | null {
  const { leadId } = params;
  const known = leadId === undefined ? null : stage.workspace.store().leads.find(leadId);
  if (known === null || leadState(known) === "Active") return null;
  return only(stage, state, known, params);
}

/** The Lead, if it is what the parameters say. */
function only(
  { workspace }: Stage,
  wanted: LeadState,
  lead: Lead,
  { firmId, firmMemberId, environment, email }: LeadParams,
): Lead {
  refuseOtherEnvironment("Lead", lead, environment);
  if (firmId !== undefined) refuseOtherFirm("Lead", lead.id, lead.firmId, firmId);
  const state = leadState(lead);
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  const hasEmail = email === undefined || sameEmail(lead.email, email, comparison);
  const hasParent = firmMemberId === undefined || lead.resourceId === firmMemberId;
  if (state === wanted && hasEmail && hasParent) return lead;
  const what = [
    state,
    ...(hasEmail ? [] : [`has the email ${lead.email}`]),
    ...(hasParent ? [] : [`belongs to the ${lead.resourceType} ${lead.resourceId}`]),
  ].join(", ");
  throw new ControlError(409, `The Lead ${lead.id} exists and is ${what}.`, {
    hint: "Omit the id, or name one that is not taken.",
  });
}

function convertedLead(stage: Stage, params: LeadParams): StateValues {
  const lead = knownLead(stage, params, "Converted") ?? converted(stage, params);
  const { clientProfileId, planIds } = lead;
  const ids = planIds ?? [];
  return { ...valuesOf(stage, lead), clientProfileId, planId: ids[0] ?? null, planIds: ids };
}

function converted(stage: Stage, params: LeadParams): Lead {
  const { workspace } = stage;
  const lead = activeLead(stage, params);
  const { email, environment } = lead;
  const profile =
    findClient(workspace, environment, email) ??
    registerClientWithoutEffects(workspace, { environment, entered: { email }, lead });
  return convertLeadWithoutEffects(workspace, lead, profile).lead;
}

function archived(stage: Stage, params: LeadParams): Lead {
  return archiveLeadWithoutEffects(stage.workspace, activeLead(stage, params));
}

function valuesOf(stage: Stage, lead: Lead): StateValues {
  const { key } = workingKey(stage, lead.firmId, "Partner", lead.environment);
  return { leadId: lead.id, email: lead.email, firmId: lead.firmId, apiKey: key };
}

/** The fields of a member that a state creates. */
const memberFields = { email: "member@state-partners.example", isOwner: false } as const;

/** The owner and environment of a Lead. */
type Parent = ReturnType<typeof parentOf>;

function holdersOf({ workspace }: Stage, parent: Parent, email: string): readonly Lead[] {
  const comparison = chosenFor("lead.email.case", workspace.assumptions());
  return workspace
    .store()
    .leads.holdersOfEmail(parent, email, comparison)
    .filter((lead) => isIn(workspace, parent.environment, lead));
}

/** Default emails of Leads. */
const oneEmail = (number: number): string => `lena.lead${number === 1 ? "" : number}@example.com`;

const manyEmail = (number: number): string => `lead${number}@example.com`;

/** The first number at or above `from` whose email is free for the parent. */
function freeNumber(
  stage: Stage,
  parent: Parent,
  emailOf: (number: number) => string,
  from = 1,
): number {
  let number = from;
  while (holdersOf(stage, parent, emailOf(number)).length > 0) number += 1;
  return number;
}

/** Finds or creates the Firm or member with these ids. */
function parentOf(
  stage: Stage,
  firmId: string | undefined,
  firmMemberId: string | undefined,
  environment: Environment,
) {
  if (firmMemberId === undefined) {
    const { id } = firmOf(stage, firmId);
    return { firmId: id, resourceType: "Firm", resourceId: id, environment } as const;
  }
  const { id, firmId: owner } = memberOf(stage, { firmMemberId, firmId, ...memberFields });
  return { firmId: owner, resourceType: "FirmMember", resourceId: id, environment } as const;
}
