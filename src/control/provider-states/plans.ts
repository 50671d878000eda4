/** States of Plans and clients. */
import * as z from "zod";

import { newClientProfile } from "../../domain/client-profile.ts";
import type { ClientProfile } from "../../domain/client-profile.ts";
import type { Plan } from "../../domain/plan.ts";
import { planStatuses } from "../../domain/plan.ts";
import { bornNow, firmOf, workingKey } from "./directory.ts";
import type { ProviderState, Stage } from "./state.ts";
import { Id, providerState } from "./state.ts";

const planParams = {
  planId: Id.exactOptional(),
  firmId: Id.exactOptional(),
  type: z.string().default("Buying"),
  name: z.string().nullable().default(null),
  status: z.enum(planStatuses).default("New"),
  amount: z.number().nullable().default(null),
};
const PlanParams = z.strictObject(planParams);
const planValues = {
  planId: "the Plan's id",
  clientProfileId: "its client's id",
  firmId: "the Firm",
  apiKey: "a working key of the Firm for the Partner sandbox",
} as const;

/** Plans and clients that are there. */
export const planStates: readonly ProviderState[] = [
  providerState({
    name: "a plan of the firm exists",
    description: "A Plan that the Firm owns, in that status.",
    params: PlanParams,
    values: planValues,
    setUp: (stage, params) => planOf(stage, params, true),
  }),
  providerState({
    name: "a private plan exists",
    description: "A Plan that no Firm owns: it is 404 for every key (rule plan.later-private).",
    params: PlanParams,
    values: planValues,
    setUp: (stage, params) => planOf(stage, params, false),
  }),
  providerState({
    name: "a client has registered with this email",
    description: "A client profile with that email (rule lead.in-use).",
    params: z.strictObject({ email: z.email(), firmId: Id.exactOptional() }),
    values: { clientProfileId: "the client's id", firmId: "the Firm", apiKey: planValues.apiKey },
    setUp(stage, { email, firmId }) {
      const firm = firmOf(stage, firmId);
      const { id } = clientOf(stage, email);
      return { clientProfileId: id, firmId: firm.id, apiKey: workingKey(stage, firm.id).key };
    },
  }),
];

function planOf(
  stage: Stage,
  { planId, firmId, ...fields }: z.infer<typeof PlanParams>,
  isOwned: boolean,
) {
  const { workspace } = stage;
  const firm = firmOf(stage, firmId);
  const client = clientOf(stage, "carl.client@example.com");
  const { plans } = workspace.store();
  const { number, id } = workspace.nextRecord("plan", plans);
  const plan: Plan = {
    id: planId ?? id,
    clientProfileId: client.id,
    leadId: null,
    ...fields,
    ...bornNow(workspace),
  };
  if (plans.find(plan.id) === null) plans.insert(number, plan);
  else plans.update(plan);
  if (isOwned) plans.addOwner(plan.id, firm.id);
  return {
    planId: plan.id,
    clientProfileId: client.id,
    firmId: firm.id,
    apiKey: workingKey(stage, firm.id).key,
  };
}

function clientOf({ workspace }: Stage, email: string): ClientProfile {
  const { clientProfiles } = workspace.store();
  const known = clientProfiles.findByEmail(email, "case-insensitive");
  if (known !== null) return known;
  const { number, id } = workspace.nextRecord("clientProfile", clientProfiles);
  const made = newClientProfile({ id, now: workspace.clock.now() }, { email }, null);
  clientProfiles.insert(number, made);
  return made;
}
