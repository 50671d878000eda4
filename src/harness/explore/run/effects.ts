/** The effect of the varied call, and whether it is still visible. */
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import { namesSetBy } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import type { Answer } from "../../../network/http/answer.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { Effect } from "../model.ts";

/** Checks the effect of a call; valid until the world of its workspace ends. */
export type EffectProbe = () => Effect;

/**
 * Records the Lead of a call before the call runs. Returns a function that reports the effect afterwards, or null for
 * no effect.
 */
export function effectOf(context: RequestContext): (answer: Answer) => EffectProbe | null {
  const { method, operationId, params } = context;
  if (operationId === null || !/lead/i.test(operationId)) return () => null;
  const before = leadOf(context, Object.values(params)[0] ?? "");
  return (answer) => {
    if (answer.status >= 300) return null;
    if (method === "POST") return created(context, answer);
    if (before === null) return null;
    if (method === "PATCH") return patched(context, before);
    return method === "DELETE" ? deleted(context, before) : null;
  };
}

function leadOf({ workspace }: RequestContext, id: string): Lead | null {
  return workspace.store().leads.find(id);
}

function created(context: RequestContext, answer: Answer): EffectProbe | null {
  const body = parsedJson(answer.body ?? "");
  const data = isJsonObject(body) ? body["data"] : null;
  const id = isJsonObject(data) ? data["id"] : null;
  const lead = typeof id === "string" ? leadOf(context, id) : null;
  if (lead === null) return null;
  return () => {
    const now = leadOf(context, lead.id);
    return effect("created", now ?? lead, now !== null && leadState(now) === "Active");
  };
}

/** The change stands while the changed fields keep their new values; other fields may change. */
function patched(context: RequestContext, before: Lead): EffectProbe | null {
  const after = leadOf(context, before.id);
  if (after === null) return null;
  const [was, set] = [contentOf(before), contentOf(after)];
  const changed = [...set.keys()].filter((field) => set.get(field) !== was.get(field));
  if (changed.length === 0) return null;
  return () => {
    const now = leadOf(context, before.id);
    const is = now === null ? null : contentOf(now);
    const stands = is !== null && changed.every((field) => is.get(field) === set.get(field));
    return effect("changed", now ?? after, stands);
  };
}

function deleted(context: RequestContext, before: Lead): EffectProbe | null {
  if (leadState(before) !== "Active") return null;
  return () => {
    const now = leadOf(context, before.id);
    return effect("deleted", before, now !== null && leadState(now) === "Archived");
  };
}

function effect(kind: Effect["kind"], { email }: Lead, stands: boolean): Effect {
  return { kind, email: email.toLowerCase(), stands };
}

const contentFields = namesSetBy(leadFields, "client");

/** Each field that a client sets, as JSON. */
function contentOf(lead: Lead): ReadonlyMap<string, string> {
  return new Map(contentFields.map((field) => [field, JSON.stringify(lead[field] ?? null)]));
}
