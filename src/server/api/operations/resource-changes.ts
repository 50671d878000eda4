import type { Written } from "../bodies/resource-body.ts";
/** Stores what a request creates, changes or deletes of a resource, in the request's transaction. */
import type { ApiCall } from "../routes/call.ts";
import type { GenericRecord, Resource } from "./resources.ts";

/** Stores a new record of the key's Firm and environment (rules resource.write, resource.write.unique). */
export function storeNew<Row extends GenericRecord>(
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
  const { number, id } = workspace.nextRecord(kind, records);
  const set = { ...Object.fromEntries(own), id, createdAt: now, updatedAt: now };
  const row = resource.make({ ...values, ...set });
  records.insert(number, row);
  if (resource.onCreated === undefined) workspace.emit("record.created", eventOf(name, row));
  else resource.onCreated(call, row);
  return row;
}

/** Stores the changed fields of a record; others stay (rule resource.write). */
export function storeChanged<Row extends GenericRecord>(
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
export function storeDeleted<Row extends GenericRecord>(
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
