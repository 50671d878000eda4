/** States of Plans and clients. */
import * as z from "zod";

import type { ClientProfile } from "../../../domain/model/client-profile.ts";
import { emailPattern } from "../../../domain/model/email-address.ts";
import type { Environment, Firm } from "../../../domain/model/firm.ts";
import type { Plan } from "../../../domain/model/plan.ts";
import { planStatuses } from "../../../domain/model/plan.ts";
import { findClient } from "../../../world/platform/find-client.ts";
import { registerClientWithoutEffects } from "../../../world/platform/register-client.ts";
import { ControlError } from "../calls/control-error.ts";
import { newTimestamps, firmOf, refuseOtherEnvironment, workingKey } from "./directory.ts";
import type { ProviderState, Stage, StateValues } from "./state.ts";
import { EnvironmentParam, Id, providerState } from "./state.ts";

const planParams = {
  planId: Id.exactOptional(),
  environment: EnvironmentParam,
  firmId: Id.exactOptional(),
  type: z.string().default("Buying"),
  name: z.string().nullable().default(null),
  status: z.enum(planStatuses).default("New"),
  amount: z.number().nullable().default(null),
};
export const PlanParams = z.strictObject(planParams);
const planValues = {
  planId: "the Plan's id",
  clientProfileId: "its client's id",
  firmId: "the Firm",
  apiKey: "a working key of the Firm for the Partner API in that environment",
} as const;

/** States in which Plans and clients exist. */
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
      environment: EnvironmentParam,
      firmId: Id.exactOptional(),
    }),
    values: { clientProfileId: "the client's id", firmId: "the Firm", apiKey: planValues.apiKey },
    setUp(stage, { email, environment, firmId }) {
      const firm = firmOf(stage, firmId);
      const { id } = clientOf(stage, { email, environment });
      const { key } = workingKey(stage, firm.id, "Partner", environment);
      return { clientProfileId: id, firmId: firm.id, apiKey: key };
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

/**
 * Creates or updates the Plan with that id, and returns it with its Firm. Without `isOwned`, throws a 409 if the
 * Plan has an owner.
 */
export function planOf(
  stage: Stage,
  { planId, firmId, client, ...fields }: WantedPlan,
  isOwned: boolean,
): PlanOfFirm {
  const { workspace } = stage;
  const { plans } = workspace.store();
  const { environment } = fields;
  const known = planId === undefined ? null : plans.find(planId);
  if (known !== null) refuseOtherEnvironment("Plan", known, environment);
  const firm = firmOf(stage, firmId ?? (known === null ? undefined : plans.ownersOf(known.id)[0]));
  const made = {
    clientProfileId:
      known?.clientProfileId ?? (client ?? clientOf(stage, { ...carl, environment })).id,
    leadId: known?.leadId ?? null,
    ...fields,
    ...newTimestamps(workspace),
  };
  const plan =
    known === null
      ? workspace.createRecord("plan", plans, (id): Plan => ({ id: planId ?? id, ...made }))
      : { id: known.id, ...made };
  if (known !== null) plans.update(plan);
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
    apiKey: workingKey(stage, firm.id, "Partner", plan.environment).key,
  };
}

function refuseOwned(planId: string, owners: readonly string[]): void {
  if (owners.length === 0) return;
  throw new ControlError(409, `The Plan ${planId} exists and is owned by ${owners.join(", ")}.`, {
    hint: "Omit the id, or name one that is not taken.",
  });
}

/** Finds the client by id, or by email without an id, or registers a new one. */
export function clientOf(
  { workspace }: Stage,
  wantedClient: {
    readonly id?: string | undefined;
    readonly email: string;
    readonly environment: Environment;
  },
): ClientProfile {
  const { id: wanted, email, environment } = wantedClient;
  const { clientProfiles } = workspace.store();
  const known =
    wanted === undefined ? findClient(workspace, environment, email) : clientProfiles.find(wanted);
  if (known !== null) {
    if (wanted !== undefined) refuseOtherEnvironment("client profile", known, environment);
    return known;
  }
  return registerClientWithoutEffects(workspace, {
    id: wanted,
    environment,
    entered: { email },
    lead: null,
  });
}
