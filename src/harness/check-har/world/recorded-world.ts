/**
 * The world at the start of a recording, as a fixture: every record that an answer shows and no call created, as first
 * seen. What no answer shows, such as the name of a Firm, is made up.
 */
import type { JsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { surfaces } from "../../../domain/model/surface.ts";
import { WorldLead } from "../../../world/workspace/fixtures/world-records.ts";
import type { World } from "../../../world/workspace/fixtures/world.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import type { History } from "../read/history.ts";
import { listIn, momentIn, textIn } from "../read/shown-records.ts";
import type { RecordedKeys } from "./recorded-keys.ts";
import {
  codesOf,
  firmsOf,
  foreignFirmId,
  foreignFirms,
  foreignLeads,
  membersOf,
} from "./recorded-parents.ts";
import type { Clients } from "./recorded-plans.ts";
import { newClients, worldPlans } from "./recorded-plans.ts";
import type { Seen } from "./seen-records.ts";
import { createdIn, person, seenRecords, times } from "./seen-records.ts";

/** The lists of a world that a recording fills. */
const filledLists = [
  "firms",
  "firmMembers",
  "referralCodes",
  "apiKeys",
  "clientProfiles",
  "leads",
  "plans",
] as const;

/** A fixture with the records of a recording. */
export type RecordedWorld = {
  readonly [List in (typeof filledLists)[number]]: readonly World[List][number][];
} & { readonly description: string; readonly createdAt: string };

/** Writes the lists of a fixture, for the moment before the first call. */
export function worldAtStart(
  entries: readonly RecordedCall[],
  history: History,
  keys: RecordedKeys,
): RecordedWorld {
  const seen = seenRecords(entries, keys);
  const of = (kind: Seen["kind"]): readonly Seen[] =>
    [...seen.values()].filter((one) => one.kind === kind);
  const appeared = new Set(
    history.events.filter(({ kind }) => kind === "appeared").map(({ leadId }) => leadId),
  );
  const leads = of("Lead").filter(
    ({ id }) => history.leads.get(id)?.createdAt === null && !appeared.has(id),
  );
  const clients = newClients(of("ClientProfile"));
  const members = membersOf(entries, of("Lead"), of("FirmMember"), keys);
  const memberIds = new Set(members.map(({ id }) => id));
  const worldLeads = leads
    .flatMap((lead) => worldLead(lead, clients))
    .filter(
      ({ lead: { resourceType, resourceId } }) =>
        resourceType !== "FirmMember" || memberIds.has(resourceId),
    );
  const written = worldLeads.map(({ lead }) => lead);
  const plans = worldPlans(of("Plan"), written, clients, createdIn(entries, "Plan"));
  const known = new Set(plans.map(({ id }) => id));
  const codes = codesOf(of("ReferralCode"), leads);
  const foreign = foreignLeads(entries, history, keys);
  return {
    description: "Made by check-har from a recording; the people are made up.",
    createdAt: new Date(entries[0]?.sentAtMs ?? 0).toISOString(),
    firms: firmsOf(of("Firm"), [
      ...keys.all.map(({ firmId }) => firmId),
      ...[...members, ...codes].map(({ firmId }) => firmId),
      ...worldLeads.flatMap(({ firmId }) => firmId),
      ...(foreign.length === 0 ? [] : [foreignFirmId]),
      ...foreignFirms(entries, keys),
    ]),
    firmMembers: members,
    referralCodes: codes,
    apiKeys: keys.all.map(({ id, text, surface, firmId, permissions }) => {
      const { api, environment } = surfaces[surface];
      return { id, firmId, key: text, roleType: api, environment, permissions: [...permissions] };
    }),
    clientProfiles: clients.all(),
    leads: [...written.map((lead) => withKnownPlans(lead, known)).toSorted(byCreation), ...foreign],
    plans,
  };
}

type WorldRecordedCall = World["leads"][number];

/** A Lead as a fixture writes it, or none for one that no world can hold. */
function worldLead(
  seen: Seen,
  clients: Clients,
): readonly { readonly lead: WorldRecordedCall; readonly firmId: readonly string[] }[] {
  const { record, environment, firmId } = seen;
  const isOfClient = record["resourceType"] === "ClientProfile";
  const code = textIn(record, "referredByReferralCodeId");
  const { data } = WorldLead().safeParse({
    ...person(record),
    id: seen.id,
    environment,
    ...times(record),
    resourceType: record["resourceType"] ?? "Firm",
    resourceId: textIn(record, "resourceId") ?? firmId,
    ...(code === null ? {} : { referredByReferralCodeId: code }),
    ...(isOfClient ? { firmId } : {}),
    ...planIdsOf(record),
  });
  if (data === undefined) return [];
  if (isOfClient) clients.named(data.resourceId, seen);
  const isConverted = momentIn(record, "convertedAt") !== null;
  const lead = isConverted ? { ...data, clientProfileId: clients.of(seen) } : data;
  return [{ lead, firmId: lead.resourceType === "Firm" ? [lead.resourceId] : [] }];
}

function planIdsOf(record: JsonObject): { readonly plan_ids?: readonly string[] } {
  const ids = listIn(record, "plan_ids").filter((id) => typeof id === "string");
  return ids.length === 0 ? {} : { plan_ids: [...new Set(ids)] };
}

function byCreation(one: WorldRecordedCall, other: WorldRecordedCall): number {
  return Date.parse(one.createdAt ?? "") - Date.parse(other.createdAt ?? "");
}

function withKnownPlans(lead: WorldRecordedCall, known: ReadonlySet<string>): WorldRecordedCall {
  const { plan_ids: ids, ...rest } = lead;
  const kept = ids?.filter((id) => known.has(id)) ?? [];
  return kept.length === 0 ? rest : { ...rest, plan_ids: kept };
}
