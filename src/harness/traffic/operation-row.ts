/** What the operation of a call does, from its row. */
import type { Deed } from "../../network/http/operation.ts";
import type { ApiOperation } from "../../server/api/routes/call.ts";
import { apiOperations } from "../../server/api/routes/operations.ts";

const rows: ReadonlyMap<string, ApiOperation> = new Map(apiOperations.map((row) => [row.id, row]));

/** Whether the operation with that id does `deed` with its subject; false for an unknown one. */
export function does(operation: string, deed: Deed): boolean {
  return rows.get(operation)?.does === deed;
}

/** The same for an operation on Leads. */
export function doesWithLeads(operation: string, ...deeds: readonly Deed[]): boolean {
  const row = rows.get(operation);
  return row?.subject === "leads" && deeds.includes(row.does);
}
