import type { JsonObject } from "../../base/values/json.ts";
import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Plan } from "../../domain/model/plan.ts";
import { planTypes, planTypesOfHostedTools } from "../../domain/model/plan.ts";
import type { Choice } from "../../domain/rules/catalogue.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";

/**
 * Opens a Plan for a client. A Lead's Plan belongs to the Lead's Firm, any other to no Firm (interface 2.3;
 * rule plan.later-private).
 */
export function openPlan(
  workspace: Workspace,
  profile: ClientProfile,
  requested: JsonObject,
  lead: Lead | null,
): Plan {
  return workspace.transaction(() => {
    const plan = openPlanWithoutEffects(workspace, profile, requested, lead);
    announcePlan(workspace, plan);
    return plan;
  });
}

/** The same, without an event. */
export function openPlanWithoutEffects(
  workspace: Workspace,
  profile: ClientProfile,
  requested: JsonObject,
  lead: Lead | null,
): Plan {
  const { plans } = workspace.store();
  const { type } = requested;
  const isNamed =
    lead === null || chosenFor("plan.name", workspace.assumptions()) === "from-client-data";
  const name = isNamed ? requested["name"] : null;
  const now = workspace.clock.now();
  const plan = workspace.createRecord("plan", plans, (id): Plan => ({
    id,
    environment: (lead ?? profile).environment,
    clientProfileId: profile.id,
    leadId: lead?.id ?? null,
    name: typeof name === "string" ? name.toWellFormed() : null,
    type: typeof type === "string" ? type.toWellFormed() : "",
    status: "New",
    amount: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }));
  if (lead !== null) plans.addOwner(plan.id, lead.firmId);
  return plan;
}

/** Emits the event of a Plan that was opened. */
export function announcePlan(workspace: Workspace, { id, clientProfileId, leadId }: Plan): void {
  workspace.emit("plan.created", { id, clientProfileId, leadId });
}

/** The types of Plans that a client can open, null for any (rule plan.type). */
export function openablePlanTypes(workspace: Workspace): readonly string[] | null {
  return planTypesUnder[chosenFor("plan.type", workspace.assumptions())];
}

const planTypesUnder: Readonly<Record<Choice<"plan.type">, readonly string[] | null>> = {
  "reference-types": planTypes,
  "hosted-tool-types": planTypesOfHostedTools,
  "any-string": null,
};
