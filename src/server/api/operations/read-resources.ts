/**
 * GET of the resources other than Leads, lists and single records, by the generic pattern (interface 4.2;
 * rule resource.generic).
 */
import * as schemas from "../answers/schemas.ts";
import { ok, okPage } from "../answers/wire.ts";
import { citeTies } from "../queries/order.ts";
import {
  listParameters,
  listRefusals,
  recordParameters,
  recordRefusals,
} from "../queries/query-schemas.ts";
import { listQuery, recordQuery } from "../queries/query.ts";
import type { ApiOperation } from "../routes/call.ts";
import { offerRuleOf } from "../routes/offered.ts";
import { accessRefusals, parentFirm, parentRefusals } from "./access.ts";
import type { GenericRecord, Resource } from "./resources.ts";
import {
  clientProfiles,
  firmMembers,
  firms,
  kebab,
  plans,
  reachedRecord,
  referralCodes,
} from "./resources.ts";

/** Every operation that reads firms, firmMembers, referralCodes, plans and clientProfiles. */
export const readResources: readonly ApiOperation[] = [
  ...both(firms),
  ...both(firmMembers),
  ...both(referralCodes),
  ...both(plans),
  ...both(clientProfiles),
  listForFirm(firmMembers),
  listForFirm(referralCodes),
];

function both<Row extends GenericRecord>(resource: Resource<Row>): readonly ApiOperation[] {
  return [listOf(resource), oneOf(resource)];
}

function listOf<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const { name, schema } = resource;
  return {
    id: `get-${name}`,
    summary: `List the ${name} that the key may access`,
    clause: "4.2",
    standing: "assumed",
    subject: name,
    does: "list",
    method: "GET",
    path: `/${name}`,
    query: listParameters(name),
    status: 200,
    answer: schemas.paginated(schema),
    permission: `${name}:read`,
    rules: ["resource.generic", "resource.fields", "list.envelope"],
    offeredBy: offerRuleOf[name],
    refusals: { 422: listRefusals(name) },
    run(call) {
      const { list, include } = listQuery(call, name);
      const page = resource.list(call, list);
      citeTies(call, page, list);
      return okPage(page, list, (row) => resource.toWire(call, row, include));
    },
  };
}

/** The nested list of a Firm: the same list, after an access check of the Firm in the path. */
function listForFirm<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const list = listOf(resource);
  return {
    ...list,
    id: `get-${resource.name}-for-firm`,
    summary: `List the ${resource.name} of a Firm`,
    path: `/firms/{firmId}/${resource.name}`,
    refusals: { ...list.refusals, ...parentRefusals },
    run(call) {
      parentFirm(call, call.params["firmId"] ?? "");
      return list.run(call);
    },
  };
}

function oneOf<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const { name, singular, schema } = resource;
  return {
    id: `get-${kebab(singular)}`,
    summary: `Read a ${singular}`,
    clause: "4.2",
    standing: "assumed",
    subject: name,
    does: "read",
    method: "GET",
    path: `/${name}/{id}`,
    query: recordParameters(name),
    status: 200,
    answer: schemas.single(schema),
    permission: `${name}:read`,
    rules: ["resource.generic", "resource.fields"],
    offeredBy: offerRuleOf[name],
    refusals: { ...accessRefusals, 422: recordRefusals },
    run(call) {
      const row = reachedRecord(call, resource, call.query.get("scope") === "withDeleted");
      const { include } = recordQuery(call, name);
      return ok(resource.toWire(call, row, include));
    },
  };
}
