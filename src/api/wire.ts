/** From records to what the emulated API answers (interface 2). Times become ISO 8601 in UTC with milliseconds. */
import type { ClientProfile } from "../domain/client-profile.ts";
import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import type { Lead } from "../domain/lead.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { isoOrNull, isoTimes } from "../domain/moment.ts";
import type { Plan } from "../domain/plan.ts";
import { spelledStatus } from "../domain/plan.ts";
import { chosenFor } from "../rules/trace.ts";
import { inEnvironment } from "./access.ts";
import type { ApiAnswer, ApiCall } from "./call.ts";
import { refuseAmiss } from "./call.ts";
import { plansOfLead } from "./lead-plans.ts";
import type { IncludePath } from "./query.ts";
import * as schemas from "./schemas.ts";
import type * as wire from "./schemas.ts";

/** 200 with one resource. */
export function ok(data: unknown): ApiAnswer {
  return { status: 200, body: { data } };
}

/** 200 with one page of a list (interface 2.5; rule list.envelope). */
export function okPage<Row>(
  page: Page<Row>,
  query: ListQuery,
  toWire: (row: Row) => unknown,
): ApiAnswer {
  const data = page.rows.map((row) => toWire(row));
  const { offset, limit } = query;
  return {
    status: 200,
    body: { data, meta: { total: page.total, count: data.length, offset, limit } },
  };
}

/** An answer with one Lead. */
export function leadAnswer(
  call: ApiCall,
  status: 200 | 201,
  lead: Lead,
  include?: ReadonlySet<IncludePath>,
): ApiAnswer {
  return { status, text: singleText(call, lead, include) };
}

/** 200 with one page of Leads (interface 2.5; rule list.envelope). */
export function okLeadPage(
  call: ApiCall,
  { rows, total }: Page<Lead>,
  { offset, limit }: ListQuery,
  include?: ReadonlySet<IncludePath>,
): ApiAnswer {
  const data = rows.map((lead) =>
    singleText(call, lead, include).slice(singleStart.length, -singleEnd.length),
  );
  const meta = { total, count: rows.length, offset, limit };
  refuseAmiss("A page", schemas.PageMeta(), meta);
  return { status: 200, text: `{"data":[${data.join(",")}],"meta":${JSON.stringify(meta)}}` };
}

const singleStart = '{"data":';
const singleEnd = "}";

/** The answer with each Lead. The store gives the same record for as long as it is unchanged: so is the text. */
const singleTexts = new WeakMap<Lead, string>();

function singleText(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath> = new Set(),
): string {
  if (include.size > 0) return checkedText(wireLead(call, lead, include));
  const known = singleTexts.get(lead);
  if (known !== undefined) return known;
  const text = checkedText(wireLead(call, lead));
  singleTexts.set(lead, text);
  return text;
}

function checkedText(lead: wire.Lead): string {
  refuseAmiss("A Lead", schemas.Lead(), lead);
  return singleStart + JSON.stringify(lead) + singleEnd;
}

/** A Lead, with the Plans that the key's Firm may see when they are included (rules include.plans, include.client-profiles). */
export function wireLead(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath> = new Set(),
): wire.Lead {
  return {
    id: lead.id,
    ...isoTimes(lead),
    email: lead.email,
    firstName: lead.firstName,
    lastName: lead.lastName,
    phone: lead.phone,
    clientData: lead.clientData,
    resourceType: lead.resourceType,
    resourceId: lead.resourceId,
    referredByReferralCodeId: lead.referredByReferralCodeId,
    convertedAt: isoOrNull(lead.convertedAt),
    ...(lead.planIds === null ? {} : { plan_ids: [...lead.planIds] }),
    ...includedPlans(call, lead, include),
  };
}

function includedPlans(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath>,
): { readonly Plans?: wire.Plan[] } {
  const nested = include.has("Plans.ClientProfiles");
  if (!nested && !include.has("Plans")) return {};
  call.trace.apply("include.plans");
  if (nested) call.trace.apply("include.client-profiles");
  return {
    Plans: plansOfLead(call, lead).map((plan) =>
      wirePlan(call, plan, nested ? new Set(["ClientProfiles"]) : new Set()),
    ),
  };
}

/** A Plan, with its client profiles when they are included; soft-deleted ones never are (rule include.client-profiles). */
export function wirePlan(
  call: ApiCall,
  plan: Plan,
  include: ReadonlySet<IncludePath> = new Set(),
): wire.Plan {
  const { id, name, type, amount } = plan;
  if (plan.leadId !== null && (name !== null || isUnnamed(call))) call.trace.cite("plan.name");
  const status = spelledStatus(plan.status, call.trace.choice("plan.status.spelling"));
  const shown = { id, ...isoTimes(plan), name, type, status, amount };
  if (!include.has("ClientProfiles")) return shown;
  const profile = inEnvironment(call, call.store.clientProfiles.find(plan.clientProfileId));
  const isShown = profile !== null && profile.deletedAt === null;
  return { ...shown, ClientProfiles: isShown ? [wireClientProfile(profile)] : [] };
}

function isUnnamed({ trace }: ApiCall): boolean {
  return chosenFor("plan.name", trace.assumptions) === "null";
}

export function wireClientProfile(profile: ClientProfile): wire.ClientProfile {
  const { id, email, firstName, lastName, phone, clientData } = profile;
  return { id, ...isoTimes(profile), email, firstName, lastName, phone, clientData };
}

export function wireFirm(firm: Firm): wire.Firm {
  const { id, name, firmType } = firm;
  return { id, ...isoTimes(firm), name, firmType };
}

export function wireFirmMember(call: ApiCall, member: FirmMember): wire.FirmMember {
  const { id, firmId, email, firstName, lastName, isOwner } = member;
  const firmType = call.store.firms.find(firmId)?.firmType ?? "";
  return { id, ...isoTimes(member), firmId, firmType, email, firstName, lastName, isOwner };
}

export function wireReferralCode(code: ReferralCode): wire.ReferralCode {
  return { id: code.id, ...isoTimes(code), firmId: code.firmId };
}
