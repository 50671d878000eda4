/**
 * Converts records to answers of the emulated API (interface 2). Times become ISO 8601 in UTC with
 * milliseconds.
 */
import type { FirmMember } from "../../../domain/model/firm.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import type { ListQuery, Page } from "../../../domain/model/list-query.ts";
import type { Plan } from "../../../domain/model/plan.ts";
import { spelledStatus } from "../../../domain/model/plan.ts";
import { clientProfileFields } from "../../../domain/records/client-profile.ts";
import { firmMemberFields } from "../../../domain/records/firm-member.ts";
import { firmFields } from "../../../domain/records/firm.ts";
import { wireForm } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import { planFields } from "../../../domain/records/plan.ts";
import { referralCodeFields } from "../../../domain/records/referral-code.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import { checkAnswer } from "../../../network/http/check-answer.ts";
import { inEnvironment, isInEnvironment } from "../operations/access.ts";
import type { IncludePath } from "../queries/query.ts";
import { nothing } from "../queries/query.ts";
import type { ApiAnswer, ApiCall } from "../routes/call.ts";
import * as schemas from "./schemas.ts";

/** A record as the emulated API shows it. */
type Shown = Readonly<Record<string, unknown>>;

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
  page: Page<Lead>,
  query: ListQuery,
  include: ReadonlySet<IncludePath> = nothing,
): ApiAnswer {
  if (include.size > 0) return { status: 200, text: pageText(call, page, query, include) };
  const known = pageTexts.get(page);
  if (known !== undefined) return { status: 200, text: known };
  const text = pageText(call, page, query, include);
  pageTexts.set(page, text);
  return { status: 200, text };
}

/** The answer text of each cached page. The store returns the same object for a query until the next write. */
const pageTexts = new WeakMap<Page<Lead>, string>();

function pageText(
  call: ApiCall,
  { rows, total }: Page<Lead>,
  { offset, limit }: ListQuery,
  include: ReadonlySet<IncludePath>,
): string {
  const meta = { total, count: rows.length, offset, limit };
  checkAnswer("A page", schemas.PageMeta(), meta);
  const start = '{"data":[';
  const end = `],"meta":${JSON.stringify(meta)}}`;
  const data = rows.map((lead) =>
    singleText(call, lead, include).slice(singleStart.length, -singleEnd.length),
  );
  if (data.length === 0) return start + end;
  // One join gives the whole text: adding the start and the end to its result would copy the page again.
  data[0] = start + data[0];
  data[data.length - 1] += end;
  return data.join(",");
}

const singleStart = '{"data":';
const singleEnd = "}";

/** The answer text of each cached Lead. The store returns the same frozen object until the Lead changes. */
const singleTexts = new WeakMap<Lead, string>();

function singleText(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath> = nothing,
): string {
  if (include.size > 0) return checkedText(wireLead(call, lead, include));
  const known = singleTexts.get(lead);
  if (known !== undefined) return known;
  const text = checkedText(wireLead(call, lead));
  if (Object.isFrozen(lead)) singleTexts.set(lead, text);
  return text;
}

function checkedText(lead: Shown): string {
  checkAnswer("A Lead", schemas.Lead(), lead);
  return singleStart + JSON.stringify(lead) + singleEnd;
}

/**
 * A Lead; if included, with the Plans that the key's Firm may see (rules include.plans,
 * include.client-profiles).
 */
export function wireLead(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath> = nothing,
): Shown {
  const shown = leadToWire(lead);
  return include.size === 0 ? shown : { ...shown, ...includedPlans(call, lead, include) };
}

const leadToWire = wireForm(leadFields);

function includedPlans(
  call: ApiCall,
  lead: Lead,
  include: ReadonlySet<IncludePath>,
): { readonly Plans?: readonly Shown[] } {
  const nested = include.has("Plans.ClientProfiles");
  if (!nested && !include.has("Plans")) return {};
  call.trace.apply("include.plans");
  if (nested) call.trace.apply("include.client-profiles");
  return {
    Plans: plansOfLead(call, lead).map((plan) =>
      wirePlan(call, plan, nested ? new Set(["ClientProfiles"]) : nothing),
    ),
  };
}

/** A Plan; if included, with its client profile (rules include.client-profiles, include.deleted). */
export function wirePlan(
  call: ApiCall,
  plan: Plan,
  include: ReadonlySet<IncludePath> = nothing,
): Shown {
  const { name } = plan;
  if (plan.leadId !== null && (name !== null || isUnnamed(call))) call.trace.cite("plan.name");
  const status = spelledStatus(plan.status, call.trace.choice("plan.status.spelling"));
  const shown = { ...planToWire(plan), status };
  if (!include.has("ClientProfiles")) return shown;
  const profile = inEnvironment(call, call.store.clientProfiles.find(plan.clientProfileId));
  const isShown = profile !== null && isIncluded(call, profile);
  return { ...shown, ClientProfiles: isShown ? [wireClientProfile(profile)] : [] };
}

function isUnnamed({ trace }: ApiCall): boolean {
  return chosenFor("plan.name", trace.assumptions) === "null";
}

const planToWire = wireForm(planFields);

export const wireClientProfile = wireForm(clientProfileFields);

export const wireFirm = wireForm(firmFields);

export function wireFirmMember(call: ApiCall, member: FirmMember): Shown {
  return memberToWire(member, { firmType: call.store.firms.find(member.firmId)?.firmType ?? "" });
}

const memberToWire = wireForm(firmMemberFields);

export const wireReferralCode = wireForm(referralCodeFields);

/**
 * The Plans that `include=Plans` joins to a Lead, always including those made by its conversion (rule
 * include.plans.several-leads).
 */
function plansOfLead(call: ApiCall, lead: Lead): readonly Plan[] {
  const { firmId } = call.key;
  const plans = call.store.plans
    .behindLead(lead, firmId)
    .filter((plan) => isInEnvironment(call, plan) && isIncluded(call, plan));
  const isOwn = (plan: Plan): boolean => plan.leadId === lead.id;
  if (plans.every(isOwn)) return plans;
  switch (call.trace.choice("include.plans.several-leads")) {
    case "all-of-client":
      return plans;
    case "own-only":
      return plans.filter(isOwn);
    case "own-and-linked":
      return plans.filter((plan) => isOwn(plan) || !isOfFirm(call, plan));
  }
}

/** Whether `include` adds a record to its Lead or Plan (rule include.deleted). */
function isIncluded(
  { trace, query }: ApiCall,
  { deletedAt }: { readonly deletedAt: number | null },
): boolean {
  if (deletedAt === null) return true;
  return trace.choice("include.deleted") === "by-scope" && query.get("scope") === "withDeleted";
}

/** Whether the Plan came from a Lead of the key's Firm. */
function isOfFirm({ store, key }: ApiCall, { leadId }: Plan): boolean {
  return leadId !== null && store.leads.find(leadId)?.firmId === key.firmId;
}
