import { isJsonObject } from "../../../base/values/json.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import { wireForm } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { bodyOf } from "./rewriting.ts";
import type { VariedRequest } from "./variation.ts";

/** Shows a Lead of another Firm in answer to a read by its id, and as the first Lead of a list. */
export async function showForeignLeads(request: VariedRequest): Promise<Answer> {
  const { context } = request;
  const { apiKey, operationId } = context;
  if (apiKey === null) return request.next();
  return operationId === "get-lead" ? readAsOwner(request) : listWithForeign(request);
}

async function readAsOwner(request: VariedRequest): Promise<Answer> {
  const { workspace, params, apiKey } = request.context;
  const lead = workspace.store().leads.find(Object.values(params)[0] ?? "");
  if (apiKey === null || lead === null || lead.firmId === apiKey.firmId) return request.next();
  request.onEffect();
  return request.next({ apiKey: { ...apiKey, firmId: lead.firmId } });
}

async function listWithForeign(request: VariedRequest): Promise<Answer> {
  const answer = await request.next();
  const body = bodyOf(answer);
  const foreign = foreignLead(request);
  if (answer.status !== 200 || body === null || foreign === null) return answer;
  const { data, meta } = body;
  if (!Array.isArray(data) || !isJsonObject(meta)) return answer;
  request.onEffect();
  const more = {
    total: Number(meta["total"]) + 1,
    count: Number(meta["count"]) + 1,
  };
  return {
    ...answer,
    body: JSON.stringify({ data: [shown(foreign), ...data], meta: { ...meta, ...more } }),
  };
}

/** An Active Lead of another Firm, if the world has one. */
function foreignLead({ context }: VariedRequest): Lead | null {
  const { workspace, apiKey } = context;
  const all = workspace.store().leads.all();
  return all.find((one) => one.firmId !== apiKey?.firmId && leadState(one) === "Active") ?? null;
}

/** Converts a Lead to its form in lists. */
const shown = wireForm(leadFields);
