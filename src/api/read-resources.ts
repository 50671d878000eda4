/**
 * GET of the resources other than Leads, lists and single records, by the generic pattern (interface 4.2;
 * rule resource.generic).
 */
import type * as z from "zod";

import type { Permission } from "../domain/api-key.ts";
import type { ClientProfile } from "../domain/client-profile.ts";
import type { ListedResource } from "../domain/fields.ts";
import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Plan } from "../domain/plan.ts";
import {
  accessRefusals,
  inEnvironment,
  listedEnvironment,
  inaccessible,
  parentFirm,
} from "./access.ts";
import type { ApiCall, ApiOperation } from "./call.ts";
import { softDeleted } from "./call.ts";
import { offerRuleOf } from "./offered.ts";
import { citeTies } from "./order.ts";
import { listParameters, listRefusals, recordParameters, recordRefusals } from "./query-schemas.ts";
import type { IncludePath } from "./query.ts";
import { listQuery, recordQuery } from "./query.ts";
import * as schemas from "./schemas.ts";
import {
  ok,
  okPage,
  wireClientProfile,
  wireFirm,
  wireFirmMember,
  wirePlan,
  wireReferralCode,
} from "./wire.ts";

interface Readable<Row extends { readonly deletedAt: number | null }> {
  readonly resource: Exclude<ListedResource, "leads">;
  readonly singular: string;
  readonly permission: Permission;
  readonly schema: () => z.ZodType;
  /** The record of that id, deleted or not. */
  readonly find: (call: ApiCall, id: string) => Row | null;
  /** Whether the key's Firm may access it. */
  readonly isReached: (call: ApiCall, row: Row) => boolean;
  readonly list: (call: ApiCall, query: ListQuery) => Page<Row>;
  readonly toWire: (call: ApiCall, row: Row, include: ReadonlySet<IncludePath>) => unknown;
}

/** Every operation that reads firms, firmMembers, referralCodes, plans and clientProfiles. */
export function readResources(): readonly ApiOperation[] {
  return [
    ...both(firms),
    ...both(firmMembers),
    ...both(referralCodes),
    ...both(plans),
    ...both(clientProfiles),
    listForFirm(firmMembers),
    listForFirm(referralCodes),
  ];
}

const firms: Readable<Firm> = {
  resource: "firms",
  singular: "Firm",
  permission: "firms:read",
  schema: schemas.Firm,
  find: (call, id) => call.store.firms.find(id),
  isReached: (call, { id }) => id === call.key.firmId,
  list: (call, query) => call.store.firms.listOne(call.key.firmId, query),
  toWire: (_call, firm) => wireFirm(firm),
};

const firmMembers: Readable<FirmMember> = {
  resource: "firmMembers",
  singular: "FirmMember",
  permission: "firmMembers:read",
  schema: schemas.FirmMember,
  find: (call, id) => call.store.firmMembers.find(id),
  isReached: isOfKey,
  list: (call, query) => call.store.firmMembers.listOfFirm(call.key.firmId, query),
  toWire: wireFirmMember,
};

const referralCodes: Readable<ReferralCode> = {
  resource: "referralCodes",
  singular: "ReferralCode",
  permission: "referralCodes:read",
  schema: schemas.ReferralCode,
  find: (call, id) => call.store.referralCodes.find(id),
  isReached: isOfKey,
  list: (call, query) => call.store.referralCodes.listOfFirm(call.key.firmId, query),
  toWire: (_call, code) => wireReferralCode(code),
};

const plans: Readable<Plan> = {
  resource: "plans",
  singular: "Plan",
  permission: "plans:read",
  schema: schemas.Plan,
  find: (call, id) => inEnvironment(call, call.store.plans.find(id)),
  isReached: (call, { id }) => call.store.plans.ownersOf(id).includes(call.key.firmId),
  list: (call, query) =>
    call.store.plans.listOfFirm(call.key.firmId, listedEnvironment(call), query),
  toWire: wirePlan,
};

const clientProfiles: Readable<ClientProfile> = {
  resource: "clientProfiles",
  singular: "ClientProfile",
  permission: "clientProfiles:read",
  schema: schemas.ClientProfile,
  find: (call, id) => inEnvironment(call, call.store.clientProfiles.find(id)),
  isReached: (call, { id }) => call.store.clientProfiles.isOfFirm(id, call.key.firmId),
  list: (call, query) =>
    call.store.clientProfiles.listOfFirm(call.key.firmId, listedEnvironment(call), query),
  toWire: (_call, profile) => wireClientProfile(profile),
};

function isOfKey(call: ApiCall, { firmId }: { readonly firmId: string }): boolean {
  return firmId === call.key.firmId;
}

function both<Row extends { readonly deletedAt: number | null }>(
  readable: Readable<Row>,
): readonly ApiOperation[] {
  return [listOf(readable), oneOf(readable)];
}

function listOf<Row extends { readonly deletedAt: number | null }>(
  readable: Readable<Row>,
): ApiOperation {
  const { resource, permission, schema } = readable;
  return {
    id: `get-${resource}`,
    summary: `List the ${resource} that the key may access`,
    clause: "4.2",
    standing: "assumed",
    method: "GET",
    path: `/${resource}`,
    query: listParameters(resource),
    status: 200,
    answer: schemas.paginated(schema),
    permission,
    rules: ["resource.generic", "resource.fields", "list.envelope"],
    offeredBy: offerRuleOf[resource],
    refusals: { 422: listRefusals(resource) },
    run(call) {
      const { list, include } = listQuery(call, resource);
      const page = readable.list(call, list);
      citeTies(call, page, list);
      return okPage(page, list, (row) => readable.toWire(call, row, include));
    },
  };
}

/** The nested list of a Firm: the same list, after an access check of the Firm in the path. */
function listForFirm<Row extends { readonly deletedAt: number | null }>(
  readable: Readable<Row>,
): ApiOperation {
  const list = listOf(readable);
  return {
    ...list,
    id: `get-${readable.resource}-for-firm`,
    summary: `List the ${readable.resource} of a Firm`,
    path: `/firms/{firmId}/${readable.resource}`,
    refusals: { ...list.refusals, ...accessRefusals },
    run(call) {
      parentFirm(call, call.params["firmId"] ?? "");
      return list.run(call);
    },
  };
}

function oneOf<Row extends { readonly deletedAt: number | null }>(
  readable: Readable<Row>,
): ApiOperation {
  const { resource, singular, permission, schema } = readable;
  return {
    id: `get-${singular.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(1)}`,
    summary: `Read a ${singular}`,
    clause: "4.2",
    standing: "assumed",
    method: "GET",
    path: `/${resource}/{id}`,
    query: recordParameters(resource),
    status: 200,
    answer: schemas.single(schema),
    permission,
    rules: ["resource.generic", "resource.fields"],
    offeredBy: offerRuleOf[resource],
    refusals: { ...accessRefusals, 422: recordRefusals },
    run(call) {
      const row = readable.find(call, call.params["id"] ?? "");
      if (row === null || !readable.isReached(call, row)) {
        throw inaccessible(call, singular, row !== null);
      }
      if (row.deletedAt !== null && call.query.get("scope") !== "withDeleted") {
        throw softDeleted(singular, "deleted");
      }
      const { include } = recordQuery(call, resource);
      return ok(readable.toWire(call, row, include));
    },
  };
}
