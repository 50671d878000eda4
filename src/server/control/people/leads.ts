import * as z from "zod";

import type { Lead } from "../../../domain/model/lead.ts";
import { leadState, leadStates } from "../../../domain/model/lead.ts";
import { archiveLead as archive } from "../../../world/platform/archive-lead.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { list, ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withNoQuery, withQuery } from "../calls/operation.ts";
import { one, pageOf, pageQuery } from "../calls/shapes.ts";
import { EnvironmentInput, listedIn } from "./environment.ts";
import { showLead, showLeadLife, ShownLead, ShownLeadLife, ShownPlan, showPlan } from "./show.ts";

/** The Lead of the path, in any state. Throws a 404 if it does not exist. */
export function leadOf({ workspace, params }: ControlCall): Lead {
  const id = params["leadId"] ?? "";
  const lead = workspace.store().leads.find(id);
  if (lead === null) throw unknown("Lead", id, "GET leads lists every Lead, deleted ones too.");
  return lead;
}

/** Returns an Active Lead. Throws a 409 with the state of any other (rule state.terminal). */
export function requireActive(workspace: Workspace, lead: Lead): Lead {
  const state = leadState(lead);
  if (state === "Active") return lead;
  workspace.counters.rule("state.terminal");
  throw new ControlError(
    409,
    `The Lead ${lead.id} is ${state}; only an Active Lead can be converted or archived.`,
    {
      hint: "Converted and Archived are final. Create another Lead, or reset the workspace.",
    },
  );
}

export const listLeads = withQuery({
  id: "list-leads",
  summary:
    "List the Leads of all Firms in one environment, including deleted ones; newest first unless sorted",
  method: "GET",
  path: "/leads",
  query: z.strictObject({
    environment: EnvironmentInput,
    search: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe(
        "A part of an email or a name, not case-sensitive, or the id of a Lead or its parent",
      ),
    state: z.enum(leadStates).exactOptional().describe("The state; any by default"),
    sort: z
      .enum(["createdAt", "updatedAt", "email", "firstName", "lastName"])
      .default("createdAt")
      .describe("The field to sort by"),
    order: z.enum(["asc", "desc"]).default("desc").describe("Smallest or largest value first"),
    ...pageQuery,
  }),
  answer: pageOf(ShownLead),
  run(call, { environment, search = null, state = null, sort, order, limit, offset }) {
    const wanted = { text: search, state, environment: listedIn(call.workspace, environment) };
    const found = call.workspace.store().leads.search(wanted, { limit, offset, sort, order });
    const data = found.rows.map(showLead);
    return {
      status: 200,
      json: { data, meta: { total: found.total, count: data.length, offset, limit } },
    };
  },
});

export const getLead = withNoQuery({
  id: "get-lead-state",
  summary: "Show a Lead with its state and the moments of its life",
  method: "GET",
  path: "/leads/{leadId}",
  answer: one(ShownLeadLife),
  run: (call) => ok(showLeadLife(call.workspace, leadOf(call))),
});

export const listPlansOfLead = withNoQuery({
  id: "list-lead-plans",
  summary:
    "List the Plans of the client that the Lead became, including private ones; none before it converts",
  method: "GET",
  path: "/leads/{leadId}/plans",
  answer: pageOf(ShownPlan),
  run(call) {
    const { workspace } = call;
    const { clientProfileId } = leadOf(call);
    const plans = clientProfileId === null ? [] : workspace.store().plans.ofClient(clientProfileId);
    return list(plans, (plan) => showPlan(workspace, plan));
  },
});

/** POST `W/leads/{leadId}/archive`: a platform representative archives the Lead (interface 3; rule state.archive). */
export const archiveLead = withNoQuery({
  id: "archive-lead",
  destroys: "The Lead ends: it cannot sign up, and no client can change it.",
  summary: "Archive a Lead, as a platform representative does",
  method: "POST",
  path: "/leads/{leadId}/archive",
  refuses: [507],
  answer: one(z.strictObject({ lead: ShownLeadLife })),
  run(call) {
    const { workspace } = call;
    const lead = archive(workspace, requireActive(workspace, leadOf(call)), "platform");
    return ok({ lead: showLeadLife(workspace, lead) });
  },
});
