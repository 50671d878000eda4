/** Writes a store as a world, in the format of a fixture; loading it gives the same records. */
import type { ApiKey } from "../domain/api-key.ts";
import type { Lead } from "../domain/lead.ts";
import type { Workflow } from "../domain/workflow.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { worldForm } from "../records/forms.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import type { Assumptions } from "../rules/trace.ts";
import type { Records } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { WorldWorkflow } from "./world-records.ts";
import type { World } from "./world.ts";

/** The records of a store in the order of creation, and the choices in force. */
export function worldOf(store: Store, assumptions: Assumptions): World {
  const world = worldLists(() => store);
  return {
    assumptions: { ...assumptions },
    firms: [...world.firms],
    firmMembers: [...world.firmMembers],
    referralCodes: [...world.referralCodes],
    apiKeys: [...world.apiKeys],
    clientProfiles: [...world.clientProfiles],
    leads: [...world.leads],
    plans: [...world.plans],
    workflows: [...world.workflows],
  };
}

/** The lists of a world in order. Each is read in parts from the store that `store` returns at that moment. */
export function worldLists(store: () => Store) {
  return {
    firms: entries(() => store().firms, firmEntry),
    firmMembers: memberEntries(store),
    referralCodes: entries(() => store().referralCodes, referralCodeEntry),
    apiKeys: entriesOfAll(
      () => store().apiKeys.all(),
      (key) => apiKeyEntry(key, { quotaPerHour: ownQuota(key) }),
    ),
    clientProfiles: entries(() => store().clientProfiles, clientProfileEntry),
    leads: entries(
      () => store().leads,
      (lead) => leadEntry(lead, { firmOfClient: firmOfClient(lead) }),
    ),
    plans: entries(
      () => store().plans,
      (plan) => planEntry(plan, { owners: store().plans.ownersOf(plan.id) }),
    ),
    workflows: entriesOfAll(() => store().workflows.all(), workflowEntry),
  };
}

/** Whether one of the potentially long lists has more than `count` entries. */
export function hasLongList(store: Store, count: number): boolean {
  const { firms, firmMembers, referralCodes, clientProfiles, leads, plans } = store;
  const all = [firms, firmMembers, referralCodes, clientProfiles, leads, plans];
  return all.some((records) => records.nextNumber() - 1 > count);
}

function* entries<Item, Entry>(
  records: () => Pick<Records<Item>, "after">,
  entryOf: (item: Item) => Entry,
): Generator<Entry> {
  for (let part = records().after(0); part !== null; part = records().after(part.last)) {
    for (const item of part.items) yield entryOf(item);
  }
}

function* entriesOfAll<Item, Entry>(
  all: () => readonly Item[],
  entryOf: (item: Item) => Entry,
): Generator<Entry> {
  for (const item of all()) yield entryOf(item);
}

function* memberEntries(store: () => Store) {
  const subscriptions = new Map(
    store()
      .firmMembers.subscriptions()
      .map(({ firmMemberId, active }) => [firmMemberId, active ? "active" : "inactive"] as const),
  );
  yield* entries(
    () => store().firmMembers,
    (member) => firmMemberEntry(member, { subscription: subscriptions.get(member.id) }),
  );
}

const firmEntry = worldForm(firmFields);
const firmMemberEntry = worldForm(firmMemberFields);
const referralCodeEntry = worldForm(referralCodeFields);
const clientProfileEntry = worldForm(clientProfileFields);
const leadEntry = worldForm(leadFields);
const planEntry = worldForm(planFields);
const apiKeyEntry = worldForm(apiKeyFields);

/** The parents of other Leads name their Firm. */
function firmOfClient({ resourceType, firmId }: Lead): string | undefined {
  return resourceType === "ClientProfile" ? firmId : undefined;
}

/** The quota of a key, null for no limit; undefined where rule quota.value determines it. */
function ownQuota({ quotaPerHour }: ApiKey): number | null | undefined {
  return quotaPerHour === "by-rule" ? undefined : quotaPerHour;
}

/** A workflow in the format of a fixture. */
export function workflowEntry({ id, method, request, steps, answer }: Workflow): WorldWorkflow {
  const listed = steps === undefined ? {} : { steps: steps.map((step) => ({ ...step })) };
  return { id, method, request, ...listed, answer: { ...answer } };
}
