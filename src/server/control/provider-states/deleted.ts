/** The state of soft-deleted records, except Leads (rule scope.default). */
import * as z from "zod";

import type { Environment } from "../../../domain/model/firm.ts";
import { codeOf, firmOf, memberOf, workingKey } from "./directory.ts";
import { clientOf, planOf, PlanParams } from "./plans.ts";
import type { ProviderState, Stage } from "./state.ts";
import { EnvironmentParam, Id, providerState } from "./state.ts";

const resources = ["firms", "firmMembers", "referralCodes", "plans", "clientProfiles"] as const;

/** Soft-deleted records, except Leads, which are archived or converted. */
export const deletedStates: readonly ProviderState[] = [
  providerState({
    name: "a record has been deleted",
    description:
      "A soft-deleted record other than a Lead, created if it does not exist: 404 without `scope=withDeleted` (rule scope.default).",
    params: z.strictObject({
      resource: z.enum(resources),
      environment: EnvironmentParam.describe("For plans and clientProfiles"),
      id: Id.exactOptional(),
      firmId: Id.exactOptional(),
    }),
    values: {
      id: "the record's id",
      firmId: "its Firm, itself for one of firms",
      apiKey: "a working key of that Firm for the Partner API in that environment",
    },
    setUp(stage, { resource, environment, id, firmId }) {
      const deleted = remove[resource](stage, { id, firmId, environment });
      const { key } = workingKey(stage, deleted.firmId, "Partner", environment);
      return { ...deleted, apiKey: key };
    },
  }),
];

interface Wanted {
  readonly id: string | undefined;
  readonly firmId: string | undefined;
  readonly environment: Environment;
}

type Remove = (stage: Stage, wanted: Wanted) => { readonly id: string; readonly firmId: string };

const remove: Readonly<Record<(typeof resources)[number], Remove>> = {
  firms(stage, { id, firmId }) {
    const { firms } = stage.workspace.store();
    const firm = firmOf(stage, id ?? firmId ?? "GoneFirm");
    firms.update({ ...firm, deletedAt: stage.workspace.clock.now() });
    return { id: firm.id, firmId: firm.id };
  },
  firmMembers(stage, { id, firmId }) {
    const { firmMembers } = stage.workspace.store();
    const wanted = { email: "gone.member@state-partners.example", isOwner: false };
    const member = memberOf(stage, { firmMemberId: id, firmId, ...wanted });
    firmMembers.update({ ...member, deletedAt: stage.workspace.clock.now() });
    return { id: member.id, firmId: member.firmId };
  },
  referralCodes(stage, { id, firmId }) {
    const { referralCodes } = stage.workspace.store();
    const code = codeOf(stage, id, firmId);
    referralCodes.update({ ...code, deletedAt: stage.workspace.clock.now() });
    return { id: code.id, firmId: code.firmId };
  },
  plans(stage, { id, firmId, environment }) {
    const { plans } = stage.workspace.store();
    const wanted = { ...PlanParams.parse({ environment }), planId: id, firmId };
    const { plan, firm } = planOf(stage, wanted, true);
    plans.update({ ...plan, deletedAt: stage.workspace.clock.now() });
    return { id: plan.id, firmId: firm.id };
  },
  clientProfiles(stage, { id, firmId, environment }) {
    const { clientProfiles } = stage.workspace.store();
    const client = clientOf(stage, { id, email: "gone.client@example.com", environment });
    const wanted = { ...PlanParams.parse({ environment }), firmId, client };
    const { firm } = planOf(stage, wanted, true);
    clientProfiles.update({ ...client, deletedAt: stage.workspace.clock.now() });
    return { id: client.id, firmId: firm.id };
  },
};
