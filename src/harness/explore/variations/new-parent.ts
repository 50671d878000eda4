import type { JsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { newLead } from "../../../domain/model/lead.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import { newParentLeadId } from "../../runs/others.ts";

/** Its parent, of a kind that clients do not know yet. */
const newParent = { resourceType: "FuturePartner", resourceId: "Partner1" };
/** The kind that the sandbox stores for it. */
const storedType = "ClientProfile";

/** Older than the other Leads, so it moves none of them in the order of creation. */
const createdAt = Date.UTC(2024, 0, 8, 9);

/** Adds one Lead to those that the key can access, unless the workspace has it. */
export function addLead({ workspace, apiKey }: RequestContext): void {
  if (apiKey === null) return;
  const { leads } = workspace.store();
  if (leads.find(newParentLeadId) !== null) return;
  const { firmId, environment } = apiKey;
  const { resourceId } = newParent;
  const lead = newLead(
    {
      id: newParentLeadId,
      environment,
      firmId,
      resourceType: storedType,
      resourceId,
      now: createdAt,
    },
    { email: "new.partner@example.com", firstName: "Nora", lastName: "Newman" },
  );
  workspace.transaction(() => leads.insert(leads.nextNumber(), lead));
}

/** A record of an answer: the added Lead has its new kind of parent. */
export function withNewParent(record: JsonObject): JsonObject {
  return record["id"] === newParentLeadId ? { ...record, ...newParent } : record;
}

/** A client may send back the new kind of parent. */
export function withStoredParent(object: JsonObject): JsonObject {
  return object["resourceType"] === newParent.resourceType
    ? { ...object, resourceType: storedType }
    : object;
}
