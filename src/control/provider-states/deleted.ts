/** The state of records other than Leads that are soft-deleted (rule scope.default). */
import * as z from "zod";

import { codeOf, firmOf, memberOf, workingKey } from "./directory.ts";
import { clientOf, planOf, PlanParams } from "./plans.ts";
import type { ProviderState, Stage } from "./state.ts";
import { Id, providerState } from "./state.ts";

const resources = ["firms", "firmMembers", "referralCodes", "plans", "clientProfiles"] as const;

/** What has been soft-deleted, but for Leads, which are archived or converted. */
export const deletedStates: readonly ProviderState[] = [
  providerState({
    name: "a record has been deleted",
    description:
      "A soft-deleted record that is no Lead, made when it is not there: 404 without `scope=withDeleted` (rule scope.default).",
    params: z.strictObject({
      resource: z.enum(resources),
      id: Id.exactOptional(),
      firmId: Id.exactOptional(),
    }),
    values: {
      id: "the record's id",
      firmId: "its Firm, itself for one of firms",
      apiKey: "a working key of that Firm for the Partner sandbox",
    },
    setUp(stage, { resource, id, firmId }) {
      const deleted = remove[resource](stage, id, firmId);
      return { ...deleted, apiKey: workingKey(stage, deleted.firmId).key };
    },
  }),
];

type Remove = (
  stage: Stage,
  id: string | undefined,
  firmId: string | undefined,
) => { readonly id: string; readonly firmId: string };

const remove: Readonly<Record<(typeof resources)[number], Remove>> = {
  firms(stage, id, firmId) {
    const { firms } = stage.workspace.store();
    const firm = firmOf(stage, id ?? firmId ?? "GoneFirm");
    firms.update({ ...firm, deletedAt: stage.workspace.clock.now() });
    return { id: firm.id, firmId: firm.id };
  },
  firmMembers(stage, id, firmId) {
    const { firmMembers } = stage.workspace.store();
    const wanted = { email: "gone.member@state-partners.example", isOwner: false };
    const member = memberOf(stage, { firmMemberId: id, firmId, ...wanted });
    firmMembers.update({ ...member, deletedAt: stage.workspace.clock.now() });
    return { id: member.id, firmId: member.firmId };
  },
  referralCodes(stage, id, firmId) {
    const { referralCodes } = stage.workspace.store();
    const code = codeOf(stage, id, firmId);
    referralCodes.update({ ...code, deletedAt: stage.workspace.clock.now() });
    return { id: code.id, firmId: code.firmId };
  },
  plans(stage, id, firmId) {
    const { plans } = stage.workspace.store();
    const { plan, firm } = planOf(stage, { ...PlanParams.parse({}), planId: id, firmId }, true);
    plans.update({ ...plan, deletedAt: stage.workspace.clock.now() });
    return { id: plan.id, firmId: firm.id };
  },
  clientProfiles(stage, id, firmId) {
    const { clientProfiles } = stage.workspace.store();
    const client = clientOf(stage, { id, email: "gone.client@example.com" });
    const { firm } = planOf(stage, { ...PlanParams.parse({}), firmId, client }, true);
    clientProfiles.update({ ...client, deletedAt: stage.workspace.clock.now() });
    return { id: client.id, firmId: firm.id };
  },
};
