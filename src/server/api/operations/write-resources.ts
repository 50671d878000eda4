import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { Refusals } from "../../../network/http/operation.ts";
import * as schemas from "../answers/schemas.ts";
import { bodyReader, documentedResource, writtenEntries } from "../bodies/resource-body.ts";
import type { Written } from "../bodies/resource-body.ts";
import { NoParameters, ScopeParameters } from "../queries/query-schemas.ts";
import { noQuery, nothing, scopeQuery } from "../queries/query.ts";
import type { ApiAnswer, ApiCall, ApiOperation } from "../routes/call.ts";
import { offerRuleOf } from "../routes/offered.ts";
import { accessRefusals, parentFirm, parentRefusals } from "./access.ts";
import type { GenericRecord, Resource } from "./resources.ts";
import {
  clientProfiles,
  firmMembers,
  firms,
  plans,
  reachedRecord,
  referralCodes,
} from "./resources.ts";

/** The rules that can reject fields of a resource, in addition to resource.write.fields. */
const refusedBy: Readonly<Record<string, readonly RuleId[]>> = {
  email: ["lead.email.length"],
  firstName: ["lead.required.empty", "lead.text.characters"],
  clientData: [
    "client-data.date-of-birth.other",
    "client-data.numbers",
    "client-data.plans.empty",
    "client-data.enrichment",
  ],
};

/** Every operation that writes firms, firmMembers, referralCodes, plans and clientProfiles. */
export const writeResources: readonly ApiOperation[] = [
  ...writesOf(firms),
  ...writesOf(firmMembers),
  ...writesOf(referralCodes),
  ...writesOf(plans),
  ...writesOf(clientProfiles),
  createForFirm(firmMembers),
  createForFirm(referralCodes),
];

function writesOf<Row extends GenericRecord>(resource: Resource<Row>): readonly ApiOperation[] {
  return [createOf(resource), updateOf(resource), deletionOf(resource)];
}

/** What the operations of a resource share. */
function sharedOf<Row extends GenericRecord>({ name, schema }: Resource<Row>) {
  return {
    subject: name,
    clause: "4.2",
    standing: "assumed",
    answer: schemas.single(schema),
    rules: ["resource.generic", "resource.write", "resource.fields"],
    offeredBy: offerRuleOf[name],
  } as const;
}

function createOf<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const { name, singular, fields } = resource;
  const valuesIn = bodyReader(resource, "create");
  const hasParents = writtenEntries(fields, "create").some(([, { setBy }]) => setBy === "parent");
  return {
    ...sharedOf(resource),
    id: `post-${name}`,
    summary: `Create a ${singular}`,
    does: "create",
    method: "POST",
    path: `/${name}`,
    query: NoParameters,
    body: (assumptions) => documentedResource(resource, "create", assumptions),
    status: 201,
    permission: `${name}:create`,
    refusals: {
      ...conflictsOf(resource, "create"),
      422: [
        ...bodyRefusals(resource, "create"),
        ...(hasParents ? (["resource.write.parents"] as const) : []),
        "query.unknown",
      ],
    },
    run(call) {
      noQuery(call);
      return answer(call, resource, storeNew(call, resource, valuesIn(call)), 201);
    },
  };
}

/** The same below the key's Firm. */
function createForFirm<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const create = createOf(resource);
  const { name, singular } = resource;
  return {
    ...create,
    id: `post-${name}-for-firm`,
    summary: `Create a ${singular} of a Firm`,
    path: `/firms/{firmId}/${name}`,
    refusals: { ...create.refusals, ...parentRefusals },
    run(call) {
      parentFirm(call, call.params["firmId"] ?? "");
      return create.run(call);
    },
  };
}

function updateOf<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const { name, singular } = resource;
  const changesIn = bodyReader(resource, "update");
  return {
    ...sharedOf(resource),
    id: `patch-${name}`,
    summary: `Change a ${singular}`,
    does: "change",
    method: "PATCH",
    path: `/${name}/{id}`,
    query: ScopeParameters,
    body: (assumptions) => documentedResource(resource, "update", assumptions),
    status: 200,
    permission: `${name}:update`,
    noContentUnder: "resource.write",
    refusals: {
      ...accessRefusals,
      ...conflictsOf(resource, "update"),
      422: [
        ...bodyRefusals(resource, "update"),
        "scope.unknown",
        "query.repeated",
        "query.unknown",
      ],
    },
    run(call) {
      const withDeleted = call.query.get("scope") === "withDeleted";
      const before = reachedRecord(call, resource, withDeleted);
      scopeQuery(call);
      return answer(call, resource, storeChanged(call, resource, before, changesIn(call)), 200);
    },
  };
}

function deletionOf<Row extends GenericRecord>(resource: Resource<Row>): ApiOperation {
  const { name, singular } = resource;
  return {
    ...sharedOf(resource),
    id: `delete-${name}`,
    summary: `Soft-delete a ${singular}`,
    does: "delete",
    method: "DELETE",
    path: `/${name}/{id}`,
    query: NoParameters,
    status: 200,
    permission: `${name}:delete`,
    noContentUnder: "resource.write",
    refusals: { ...accessRefusals, 422: ["query.unknown"] },
    run(call) {
      const row = reachedRecord(call, resource, false, "not");
      noQuery(call);
      return answer(call, resource, storeDeleted(call, resource, row), 200);
    },
  };
}

function answer<Row extends GenericRecord>(
  call: ApiCall,
  resource: Resource<Row>,
  row: Row,
  status: 200 | 201,
): ApiAnswer {
  const isBare = call.trace.choice("resource.write") === "204";
  if (isBare && status === 200) return { status: 204, body: null };
  return { status, body: { data: resource.toWire(call, row, nothing) } };
}

function bodyRefusals<Row extends GenericRecord>(
  { fields }: Resource<Row>,
  mode: "create" | "update",
): readonly RuleId[] {
  const names = writtenEntries(fields, mode).map(([name]) => name);
  return [
    ...(names.length > 0 ? (["resource.write.fields"] as const) : []),
    ...names.flatMap((name) => refusedBy[name] ?? []),
    "resource.write.other-fields",
  ];
}

function conflictsOf<Row extends GenericRecord>(
  { name }: Resource<Row>,
  mode: "create" | "update",
): Refusals {
  if (name === "clientProfiles") return { 409: ["resource.write.unique", "lead.email.case"] };
  return name === "plans" && mode === "update" ? { 409: ["plan.transitions"] } : {};
}

/** Stores a new record of the key's Firm and environment (rules resource.write, resource.write.unique). */
function storeNew<Row extends GenericRecord>(
  call: ApiCall,
  resource: Resource<Row>,
  values: Written,
): Row {
  const { workspace, key, now } = call;
  const { fields, name, kind } = resource;
  call.refuseUsedKey();
  resource.refuseConflict?.(call, values, null);
  const owned = { environment: key.environment, creatorFirmId: key.firmId };
  const own = Object.entries(owned).filter(([field]) => field in fields);
  const records = resource.records(call);
  const set = { ...Object.fromEntries(own), createdAt: now, updatedAt: now };
  const row = workspace.createRecord(kind, records, (id) =>
    resource.make({ ...values, ...set, id }),
  );
  if (resource.onCreated === undefined) workspace.emit("record.created", eventOf(name, row));
  else resource.onCreated(call, row);
  return row;
}

/** Stores the changed fields of a record; others stay (rule resource.write). */
function storeChanged<Row extends GenericRecord>(
  call: ApiCall,
  resource: Resource<Row>,
  before: Row,
  changes: Written,
): Row {
  resource.refuseConflict?.(call, changes, before);
  const changed = { ...before, ...changes, updatedAt: call.now };
  resource.records(call).update(changed);
  call.workspace.emit("record.updated", eventOf(resource.name, before));
  return resource.onChanged?.(call, before, changed) ?? changed;
}

/** Soft-deletes a record (interface 2.6). */
function storeDeleted<Row extends GenericRecord>(
  call: ApiCall,
  resource: Resource<Row>,
  row: Row,
): Row {
  const deleted = { ...row, deletedAt: call.now, updatedAt: call.now };
  resource.records(call).update(deleted);
  call.workspace.emit("record.deleted", eventOf(resource.name, row));
  return deleted;
}

function eventOf(resource: string, { id }: GenericRecord) {
  return { resource, id };
}
