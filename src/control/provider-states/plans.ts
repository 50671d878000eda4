/** States of Plans and clients. */
import * as z from "zod";

import { newClientProfile } from "../../domain/client-profile.ts";
import type { ClientProfile } from "../../domain/client-profile.ts";
import { emailPattern } from "../../domain/email-address.ts";
import type { Firm } from "../../domain/firm.ts";
import type { Plan } from "../../domain/plan.ts";
import { planStatuses } from "../../domain/plan.ts";
import { chosenFor } from "../../rules/trace.ts";
import { ControlError } from "../control-error.ts";
import { bornNow, firmOf, workingKey } from "./directory.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { Id, providerState } from "./state.ts";

const planParams = {
  planId: Id.exactOptional(),
  firmId: Id.exactOptional(),
  type: z.string().default("Buying"),
  name: z.string().nullable().default(null),
  status: z.enum(planStatuses).default("New"),
  amount: z.number().nullable().default(null),
};
/** What describes a Plan. */
export const PlanParams = z.strictObject(planParams);
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
    setUp: (stage, params) => valuesOf(stage, planOf(stage, params, true)),
  }),
  providerState({
    name: "a private plan exists",
    description: "A Plan that no Firm owns: it is 404 for every key (rule plan.later-private).",
    params: PlanParams,
    values: planValues,
    setUp: (stage, params) => valuesOf(stage, planOf(stage, params, false)),
  }),
  providerState({
    name: "a client has registered with this email",
    description: "A client profile with that email (rule lead.in-use).",
    params: z.strictObject({
      email: z.email({ pattern: emailPattern }),
      firmId: Id.exactOptional(),
    }),
    values: { clientProfileId: "the client's id", firmId: "the Firm", apiKey: planValues.apiKey },
    setUp(stage, { email, firmId }) {
      const firm = firmOf(stage, firmId);
      const { id } = clientOf(stage, { email });
      return { clientProfileId: id, firmId: firm.id, apiKey: workingKey(stage, firm.id).key };
    },
  }),
];

interface WantedPlan extends Omit<z.infer<typeof PlanParams>, "planId" | "firmId"> {
  readonly planId?: string | undefined;
  readonly firmId?: string | undefined;
  readonly client?: ClientProfile;
}

interface PlanOfFirm {
  readonly plan: Plan;
  readonly firm: Firm;
}

/** The Plan of that id with those fields, made when it is not there, and the Firm that has to do with it. */
export function planOf(
  stage: Stage,
  { planId, firmId, client, ...fields }: WantedPlan,
  isOwned: boolean,
): PlanOfFirm {
  const { workspace } = stage;
  const { plans } = workspace.store();
  const known = planId === undefined ? null : plans.find(planId);
  const firm = firmOf(stage, firmId ?? (known === null ? undefined : plans.ownersOf(known.id)[0]));
  const { number, id } = workspace.nextRecord("plan", plans);
  const plan: Plan = {
    id: planId ?? id,
    clientProfileId: known?.clientProfileId ?? (client ?? clientOf(stage, carl)).id,
    leadId: known?.leadId ?? null,
    ...fields,
    ...bornNow(workspace),
  };
  if (known === null) plans.insert(number, plan);
  else plans.update(plan);
  if (isOwned) plans.addOwner(plan.id, firm.id);
  else refuseOwned(plan.id, plans.ownersOf(plan.id));
  return { plan, firm };
}

const carl = { email: "carl.client@example.com" } as const;

function valuesOf(stage: Stage, { plan, firm }: PlanOfFirm): StateValues {
  return {
    planId: plan.id,
    clientProfileId: plan.clientProfileId,
    firmId: firm.id,
    apiKey: workingKey(stage, firm.id).key,
  };
}

function refuseOwned(planId: string, owners: readonly string[]): void {
  if (owners.length === 0) return;
  throw new ControlError(409, `The Plan ${planId} is there and owned by ${owners.join(", ")}.`, {
    hint: "Leave the id out, or name one that is not taken.",
  });
}

/** The client with that id, or that email when none is given, made when there is none. */
export function clientOf(
  { workspace }: Stage,
  { id: wanted, email }: { readonly id?: string | undefined; readonly email: string },
): ClientProfile {
  const { clientProfiles } = workspace.store();
  const known =
    wanted === undefined
      ? clientProfiles.findByEmail(email, chosenFor("lead.email.case", workspace.assumptions()))
      : clientProfiles.find(wanted);
  if (known !== null) return known;
  const { number, id } = workspace.nextRecord("clientProfile", clientProfiles);
  const input = { id: wanted ?? id, now: workspace.clock.now() };
  const made = newClientProfile(input, { email }, null);
  clientProfiles.insert(number, made);
  return made;
}
