/** Changes the Leads of a replay's workspace to what the recording says, outside the emulated API. */
import type { JsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import { surfaces } from "../../../domain/model/surface.ts";
import { fromWorld } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import { archiveLeadWithoutEffects } from "../../../world/platform/archive-lead.ts";
import { signUpLead } from "../../../world/platform/sign-up-lead.ts";
import { signUp } from "../../../world/platform/sign-up.ts";
import { WorldClientProfile, WorldLead } from "../../../world/workspace/fixtures/world-records.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { WorldEvent } from "../read/lead-history.ts";
import type { ShownRecord } from "../read/shown-records.ts";
import { listIn, momentIn, textIn } from "../read/shown-records.ts";
import type { RecordedKey } from "../world/recorded-keys.ts";
import { planStatusOf } from "../world/recorded-plans.ts";

/** The ids of the replay for those of the recording: a replayed POST gives a record another id. */
export interface IdMap {
  readonly toReplay: (id: string) => string;
  readonly toRecorded: (id: string) => string;
  readonly pair: (recorded: string, replayed: string) => void;
  /** Replaces every recorded id in a text, such as a path or a filter. */
  readonly inText: (text: string) => string;
}

export function newIdMap(): IdMap {
  const replayed = new Map<string, string>();
  const recorded = new Map<string, string>();
  return {
    toReplay: (id) => replayed.get(id) ?? id,
    toRecorded: (id) => recorded.get(id) ?? id,
    pair(from, to) {
      if (from === to) return;
      replayed.set(from, to);
      recorded.set(to, from);
    },
    // In a query, an id may follow an escape, such as %22.
    inText: (text) =>
      replayed.size === 0
        ? text
        : text.replaceAll(/%[\da-f]{2}|[\w-]+/gi, (word) => replayed.get(word) ?? word),
  };
}

/** A workspace in which a recording is replayed. */
export interface ReplayedWorld {
  readonly workspace: Workspace;
  readonly ids: IdMap;
}

/** Applies a change that no call of the recording made. `key` is the key that saw it. */
export function applyEvent(
  { workspace, ids }: ReplayedWorld,
  { kind, leadId, record }: WorldEvent,
  key: RecordedKey,
): void {
  const lead = workspace.store().leads.find(ids.toReplay(leadId));
  if (kind === "appeared") {
    if (lead === null) insertLead(workspace, leadId, record, key);
    return;
  }
  if (lead === null) return;
  if (kind === "changed") {
    workspace.store().leads.update({
      ...lead,
      ...contentFrom(record),
      updatedAt: timesFrom(record, lead).updatedAt,
    });
  } else if (leadState(lead) === "Active") {
    if (kind === "archived") archiveLeadWithoutEffects(workspace, lead);
    else {
      convert(workspace, lead);
      pairPlans(ids, record, workspace.store().leads.find(lead.id));
    }
  }
}

/** Pairs the Plans of a recorded Lead with those of the replay. */
function pairPlans(ids: IdMap, record: JsonObject, lead: Lead | null): void {
  const recordedPlans = listIn(record, "plan_ids");
  for (const [at, id] of (lead?.planIds ?? []).entries()) {
    const recorded = recordedPlans[at];
    if (typeof recorded === "string") ids.pair(recorded, id);
  }
}

function convert(workspace: Workspace, lead: Lead): void {
  const { environment, email } = lead;
  const { ok } = signUp(workspace, { email, environment });
  const now = workspace.store().leads.find(lead.id);
  // The client signed up before, so this Lead converts alone.
  if (!ok && now !== null && leadState(now) === "Active") signUpLead(workspace, now);
}

/** Makes a Lead what an answer shows, so that a difference counts at the call where it began only. */
export function settleLead(world: ReplayedWorld, shown: ShownRecord, key: RecordedKey): void {
  const { workspace, ids } = world;
  const { leads } = workspace.store();
  const lead = leads.find(ids.toReplay(shown.id));
  if (lead === null) {
    insertLead(workspace, shown.id, shown.record, key);
    return;
  }
  pairPlans(ids, shown.record, lead);
  leads.update({
    ...lead,
    ...contentFrom(shown.record),
    ...timesFrom(shown.record, lead),
  });
}

/** Moves a Plan to the status in which an answer shows it: staff moved it, as far as anyone can tell. */
export function settlePlan({ workspace, ids }: ReplayedWorld, { id, record }: ShownRecord): void {
  const { plans } = workspace.store();
  const plan = plans.find(ids.toReplay(id));
  const status = planStatusOf(textIn(record, "status"));
  if (plan === null || status === null || plan.status === status) return;
  const { amount } = record;
  plans.update({ ...plan, status, ...(typeof amount === "number" ? { amount } : {}) });
}

/** Archives a Lead that the recording deleted and the replay refused to delete. */
export function settleDeleted({ workspace, ids }: ReplayedWorld, leadId: string): void {
  const lead = workspace.store().leads.find(ids.toReplay(leadId));
  if (lead !== null && leadState(lead) === "Active") archiveLeadWithoutEffects(workspace, lead);
}

const leadFrom = fromWorld(leadFields);

function insertLead(
  workspace: Workspace,
  id: string,
  record: JsonObject,
  { surface, firmId }: RecordedKey,
): void {
  const { leads, firmMembers } = workspace.store();
  const { data } = WorldLead().safeParse({
    id,
    environment: surfaces[surface].environment,
    ...Object.fromEntries(writtenFields.map((name) => [name, record[name] ?? null])),
    resourceType: record["resourceType"] === "FirmMember" ? "FirmMember" : "Firm",
    resourceId: textIn(record, "resourceId") ?? firmId,
  });
  if (data === undefined || leads.find(id) !== null) return;
  const parent = data.resourceType === "FirmMember" ? firmMembers.find(data.resourceId) : null;
  const now = new Date(workspace.clock.now()).toISOString();
  const lead = { ...leadFrom(data, now), firmId: parent?.firmId ?? firmId };
  leads.insert(leads.nextNumber(), {
    ...lead,
    ...timesFrom(record, lead),
  });
}

const writtenFields = ["email", "firstName", "lastName", "phone", "clientData"] as const;

type Content = Pick<Lead, (typeof writtenFields)[number]>;

/** The content of each recorded Lead, which every replay needs again. */
const contents = new WeakMap<JsonObject, Partial<Content>>();

/** What a client sets, or nothing for what no world can hold. */
function contentFrom(record: JsonObject): Partial<Content> {
  const known = contents.get(record);
  if (known !== undefined) return known;
  const fields = Object.fromEntries(writtenFields.map((name) => [name, record[name] ?? null]));
  const { data } = WorldClientProfile().safeParse({ id: "recorded", ...fields });
  const content: Partial<Content> =
    data === undefined
      ? {}
      : {
          email: data.email,
          firstName: data.firstName ?? null,
          lastName: data.lastName ?? null,
          phone: data.phone ?? null,
          clientData: data.clientData ?? null,
        };
  contents.set(record, content);
  return content;
}

type Times = Pick<Lead, "createdAt" | "updatedAt" | "deletedAt" | "convertedAt">;

/** The times of a recorded Lead; `before` has those that the record lacks. */
function timesFrom(record: JsonObject, before: Times): Times {
  const unless = (name: keyof Times, other: number | null): number | null =>
    record[name] === null ? null : (momentIn(record, name) ?? other);
  return {
    createdAt: momentIn(record, "createdAt") ?? before.createdAt,
    updatedAt: momentIn(record, "updatedAt") ?? before.updatedAt,
    deletedAt: unless("deletedAt", before.deletedAt),
    convertedAt: unless("convertedAt", before.convertedAt),
  };
}
