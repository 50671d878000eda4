/** The clients and the Plans of converted Leads, in the form of a fixture. */
import { planStatuses, spelledStatus } from "../../../domain/model/plan.ts";
import { WorldClientProfile, WorldPlan } from "../../../world/workspace/fixtures/world-records.ts";
import type { World } from "../../../world/workspace/fixtures/world.ts";
import { textIn } from "../read/shown-records.ts";
import type { Seen } from "./seen-records.ts";
import { person, times } from "./seen-records.ts";

type WorldRecordedCall = World["leads"][number];

/** The client profiles of converted Leads: one for each email and environment. */
export interface Clients {
  readonly of: (lead: Seen) => string;
  readonly named: (id: string, lead: Seen) => void;
  readonly all: () => readonly World["clientProfiles"][number][];
}

export function newClients(shown: readonly Seen[]): Clients {
  const byPerson = new Map<string, string>();
  const profiles = new Map<string, World["clientProfiles"][number]>();
  const add = (id: string, seen: Seen): void => {
    const { data } = WorldClientProfile().safeParse({
      ...person(seen.record),
      id,
      environment: seen.environment,
      ...times({ ...seen.record, convertedAt: null }),
    });
    if (data === undefined || profiles.has(id)) return;
    profiles.set(id, data);
    byPerson.set(personKey(seen), id);
  };
  for (const one of shown) add(one.id, one);
  return {
    of(lead) {
      const id = byPerson.get(personKey(lead)) ?? `recorded-client-${profiles.size + 1}`;
      add(id, { ...lead, record: { ...lead.record, deletedAt: null, clientData: null } });
      return id;
    },
    named: (id, lead) => add(id, lead),
    all: () => [...profiles.values()],
  };
}

/** The Plans of converted Leads, also those that no answer shows. */
export function worldPlans(
  shown: readonly Seen[],
  leads: readonly WorldRecordedCall[],
  clients: Clients,
  created: ReadonlySet<string>,
): readonly World["plans"][number][] {
  const details = new Map(shown.map((plan) => [plan.id, plan]));
  const converted = new Map(leads.map((lead) => [lead.id, lead]));
  const plans: World["plans"][number][] = [];
  const add = (id: string, lead: WorldRecordedCall, isOwn: boolean, firmId: string): void => {
    const record = details.get(id)?.record ?? {};
    const { data } = WorldPlan().safeParse({
      id,
      environment: lead.environment,
      ...times({ ...record, convertedAt: null }),
      clientProfileId: lead.clientProfileId,
      ...(isOwn ? { leadId: lead.id } : {}),
      name: textIn(record, "name"),
      type: textIn(record, "type") ?? "Buying",
      status: planStatusOf(textIn(record, "status")) ?? "New",
      amount: typeof record["amount"] === "number" ? record["amount"] : null,
      owners: [firmId],
    });
    if (data !== undefined && plans.every((plan) => plan.id !== id)) plans.push(data);
  };
  for (const lead of leads) {
    if (typeof lead.clientProfileId !== "string") continue;
    const firmId = details.get(lead.plan_ids?.[0] ?? "")?.firmId ?? lead.resourceId;
    for (const id of lead.plan_ids ?? []) add(id, lead, true, firmId);
  }
  for (const { id, leadId, firmId } of shown) {
    const lead = converted.get(leadId ?? "");
    const isOwn = lead?.plan_ids?.includes(id) === true;
    if (lead === undefined || isOwn || created.has(id)) continue;
    if (typeof lead.clientProfileId === "string") add(id, lead, false, firmId);
  }
  return plans.filter(({ clientProfileId }) =>
    clients.all().some((client) => client.id === clientProfileId),
  );
}

/** The status that a text spells in either way (rule plan.status.spelling); null for an unknown one. */
export function planStatusOf(text: string | null): (typeof planStatuses)[number] | null {
  return (
    planStatuses.find(
      (status) => status === text || spelledStatus(status, "upper-snake") === text,
    ) ?? null
  );
}

/** Equal for records of one person in one environment. */
function personKey({ record, environment }: Seen): string {
  return `${environment} ${(textIn(record, "email") ?? "").toLowerCase()}`;
}
