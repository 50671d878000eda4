/** The resources other than Leads, as the generic pattern reads and writes them (interface 4.2; rule resource.generic). */
import type * as z from "zod";

import type { ClientProfile } from "../../../domain/model/client-profile.ts";
import type { ListedResource } from "../../../domain/model/fields.ts";
import type { Firm, FirmMember, ReferralCode } from "../../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../../domain/model/list-query.ts";
import type { Plan } from "../../../domain/model/plan.ts";
import { clientProfileFields } from "../../../domain/records/client-profile.ts";
import type { Fields } from "../../../domain/records/field.ts";
import { firmMemberFields } from "../../../domain/records/firm-member.ts";
import { firmFields } from "../../../domain/records/firm.ts";
import { newRecord } from "../../../domain/records/forms.ts";
import { planFields } from "../../../domain/records/plan.ts";
import { referralCodeFields } from "../../../domain/records/referral-code.ts";
import type { Records } from "../../../world/store/records.ts";
import type { IdKind } from "../../../world/workspace/ids.ts";
import * as schemas from "../answers/schemas.ts";
import {
  wireClientProfile,
  wireFirm,
  wireFirmMember,
  wirePlan,
  wireReferralCode,
} from "../answers/wire.ts";
import type { IncludePath } from "../queries/query.ts";
import type { ApiCall } from "../routes/call.ts";
import { softDeleted } from "../routes/call.ts";
import { inaccessible, inEnvironment, listedEnvironment } from "./access.ts";
import { movedPlan, ownNewPlan, refusePlanMove, refuseTakenClient } from "./plan-changes.ts";

export interface GenericRecord {
  readonly id: string;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

type Values = Readonly<Record<string, unknown>>;

/** One resource: what the generic operations must know of it. */
export interface Resource<Row extends GenericRecord> {
  readonly name: Exclude<ListedResource, "leads">;
  readonly singular: string;
  readonly kind: IdKind;
  readonly fields: Fields;
  readonly schema: () => z.ZodType;
  readonly records: (
    call: ApiCall,
  ) => Pick<Records<Row>, "nextNumber" | "find" | "insert" | "update">;
  /** The record of that id, deleted or not. */
  readonly find: (call: ApiCall, id: string) => Row | null;
  /** Whether the key's Firm may access it. */
  readonly isReached: (call: ApiCall, row: Row) => boolean;
  readonly list: (call: ApiCall, query: ListQuery) => Page<Row>;
  readonly toWire: (call: ApiCall, row: Row, include: ReadonlySet<IncludePath>) => unknown;
  /** Throws 409 for values that a new record, or `before`, cannot have. */
  readonly refuseConflict?: (call: ApiCall, values: Values, before: Row | null) => void;
  /** What happens after a create, instead of the plain event. */
  readonly onCreated?: (call: ApiCall, row: Row) => void;
  /** What happens after an update. Returns the record as it then is. */
  readonly onChanged?: (call: ApiCall, before: Row, changed: Row) => Row;
  /** A record of checked values; fields without a value are null. */
  readonly make: (values: Values) => Row;
}

export const firms: Resource<Firm> = {
  name: "firms",
  singular: "Firm",
  kind: "firm",
  fields: firmFields,
  schema: schemas.Firm,
  records: ({ store }) => store.firms,
  find: ({ store }, id) => store.firms.find(id),
  isReached: ({ key }, { id, creatorFirmId }) => id === key.firmId || creatorFirmId === key.firmId,
  list: ({ store, key }, query) => store.firms.listOfKey(key.firmId, query),
  toWire: (_call, firm) => wireFirm(firm),
  make: newRecord(firmFields),
};

export const firmMembers: Resource<FirmMember> = {
  name: "firmMembers",
  singular: "FirmMember",
  kind: "firmMember",
  fields: firmMemberFields,
  schema: schemas.FirmMember,
  records: ({ store }) => store.firmMembers,
  find: ({ store }, id) => store.firmMembers.find(id),
  isReached: isOfKey,
  list: ({ store, key }, query) => store.firmMembers.listOfFirm(key.firmId, query),
  toWire: wireFirmMember,
  make: newRecord(firmMemberFields),
};

export const referralCodes: Resource<ReferralCode> = {
  name: "referralCodes",
  singular: "ReferralCode",
  kind: "referralCode",
  fields: referralCodeFields,
  schema: schemas.ReferralCode,
  records: ({ store }) => store.referralCodes,
  find: ({ store }, id) => store.referralCodes.find(id),
  isReached: isOfKey,
  list: ({ store, key }, query) => store.referralCodes.listOfFirm(key.firmId, query),
  toWire: (_call, code) => wireReferralCode(code),
  make: newRecord(referralCodeFields),
};

export const plans: Resource<Plan> = {
  name: "plans",
  singular: "Plan",
  kind: "plan",
  fields: planFields,
  schema: schemas.Plan,
  records: ({ store }) => store.plans,
  find: (call, id) => inEnvironment(call, call.store.plans.find(id)),
  isReached: ({ store, key }, { id }) => store.plans.ownersOf(id).includes(key.firmId),
  list: (call, query) =>
    call.store.plans.listOfFirm(call.key.firmId, listedEnvironment(call), query),
  toWire: wirePlan,
  refuseConflict: refusePlanMove,
  onCreated: ownNewPlan,
  onChanged: movedPlan,
  make: newRecord(planFields),
};

export const clientProfiles: Resource<ClientProfile> = {
  name: "clientProfiles",
  singular: "ClientProfile",
  kind: "clientProfile",
  fields: clientProfileFields,
  schema: schemas.ClientProfile,
  records: ({ store }) => store.clientProfiles,
  find: (call, id) => inEnvironment(call, call.store.clientProfiles.find(id)),
  isReached: ({ store, key }, { id }) => store.clientProfiles.isOfFirm(id, key.firmId),
  list: (call, query) =>
    call.store.clientProfiles.listOfFirm(call.key.firmId, listedEnvironment(call), query),
  toWire: (_call, profile) => wireClientProfile(profile),
  refuseConflict: refuseTakenClient,
  make: newRecord(clientProfileFields),
};

function isOfKey({ key }: ApiCall, { firmId }: { readonly firmId: string }): boolean {
  return firmId === key.firmId;
}

/**
 * The record in a path. Throws 404 if the key may not access it, or for a soft-deleted one unless `withDeleted`
 * (interface 2.6, 7).
 */
export function reachedRecord<Row extends GenericRecord>(
  call: ApiCall,
  { singular, find, isReached }: Resource<Row>,
  withDeleted: boolean,
  reach: "by-scope" | "not" = "by-scope",
): Row {
  const row = find(call, call.params["id"] ?? "");
  if (row === null || !isReached(call, row)) throw inaccessible(call, singular, row !== null);
  if (row.deletedAt !== null && !withDeleted) throw softDeleted(singular, "deleted", reach);
  return row;
}

/** The id of an operation on one record: `firm-member` for a FirmMember. */
export function kebab(singular: string): string {
  return singular.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(1);
}
