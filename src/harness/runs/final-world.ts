/** The records of a world in a form that two runs can compare: by person, without ids and times. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { asJson, isJsonObject, sortedKeys } from "../../base/values/json.ts";
import { clientProfileFields } from "../../domain/records/client-profile.ts";
import { namesSetBy } from "../../domain/records/forms.ts";
import { leadFields } from "../../domain/records/lead.ts";
import type { OutboxStore } from "../../world/store/outbox.ts";
import type { World } from "../../world/workspace/fixtures/world.ts";
import { isAddedLead } from "./others.ts";
import type { PersonRecord } from "./run.ts";

/** The records of all people in `world`, in an order independent of their creation. */
export function recordsOf(world: World): readonly PersonRecord[] {
  const names = namesIn(world);
  const emails = new Map(world.clientProfiles.map(({ id, email }) => [id, email]));
  const records: PersonRecord[] = [
    ...world.leads.filter(({ id }) => !isAddedLead(id)).map((lead) => leadRecord(lead, names)),
    ...world.clientProfiles.map((profile): PersonRecord => ({
      kind: "ClientProfile",
      email: profile.email.toLowerCase(),
      parent: inEnvironment(profile, null),
      state: typeof profile.deletedAt === "string" ? "Deleted" : "Active",
      content: contentOf(setByClient(profile, profileNames)),
    })),
    ...world.plans.map((plan) => planRecord(plan, emails.get(plan.clientProfileId) ?? "", names)),
  ];
  return inOrder(records);
}

/** The captured mails: one record for each recipient, so that a second mail of a kind counts. */
export function mailsOf(outbox: OutboxStore): readonly PersonRecord[] {
  const { rows } = outbox.list({}, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
  const mails = rows.flatMap(({ to, environment, content }) =>
    to.map((recipient): PersonRecord => {
      const parent = inEnvironment({ environment }, null);
      return {
        kind: "Mail",
        email: recipient.toLowerCase(),
        parent,
        state: content.kind,
        content: {},
      };
    }),
  );
  return inOrder(mails);
}

function inOrder(records: readonly PersonRecord[]): readonly PersonRecord[] {
  return records.toSorted((one, other) => compare(recordKey(one), recordKey(other)));
}

/** A key that records share only if all their fields are equal. */
export function recordKey({ email, kind, parent, state, content }: PersonRecord): string {
  return JSON.stringify([email, kind, parent, state, sortedKeys(content)]);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type Names = ReadonlyMap<string, string>;

/** Maps ids to names of Firms and emails of members: ids of records that a test adds depend on their order. */
function namesIn(world: World): Names {
  return new Map([
    ...world.firms.map(({ id, name }): [string, string] => [id, `Firm ${name}`]),
    ...world.firmMembers.map(({ id, email }): [string, string] => [id, `FirmMember ${email}`]),
  ]);
}

function leadRecord(lead: World["leads"][number], names: Names): PersonRecord {
  return {
    kind: "Lead",
    email: lead.email.toLowerCase(),
    parent: inEnvironment(lead, names.get(lead.resourceId) ?? lead.resourceId),
    state: stateOf(lead),
    content: contentOf({
      ...setByClient(lead, leadNames),
      plans: lead.plan_ids?.length ?? 0,
    }),
  };
}

function planRecord(plan: World["plans"][number], email: string, names: Names): PersonRecord {
  const { type, name = null, amount = null, owners, leadId = null, status } = plan;
  return {
    kind: "Plan",
    email: email.toLowerCase(),
    parent: inEnvironment(
      plan,
      owners
        .map((id) => names.get(id) ?? id)
        .toSorted()
        .join(", "),
    ),
    state: status,
    content: contentOf({ type, name, amount, isFromLead: leadId !== null }),
  };
}

/** Distinguishes records of the production environment from those of the sandbox environment. */
function inEnvironment(
  { environment }: Pick<World["leads"][number], "environment">,
  parent: string | null,
): string | null {
  return environment === "production" ? `${parent ?? ""} (production)`.trimStart() : parent;
}

function stateOf(lead: World["leads"][number]): string {
  if (typeof lead.deletedAt !== "string") return "Active";
  return typeof lead.convertedAt === "string" ? "Converted" : "Archived";
}

const leadNames = namesSetBy(leadFields, "client");
const profileNames = namesSetBy(clientProfileFields, "client");

/** The fields that a client sets; missing fields are null. */
function setByClient<Name extends string>(
  entry: { readonly [One in Name]?: unknown },
  names: readonly Name[],
): object {
  return Object.fromEntries(
    names.map((name) => [name, name === "phone" ? phoneOf(entry[name]) : (entry[name] ?? null)]),
  );
}

/** Normalizes a phone: a string equals an object with that number. */
function phoneOf(phone: unknown): unknown {
  return typeof phone === "string" ? { number: phone } : (phone ?? null);
}

function contentOf(content: object): JsonObject {
  const copy = withoutIdsAndTimes(asJson(content));
  return isJsonObject(copy) ? copy : {};
}

const idNames: ReadonlySet<string> = new Set(["id", "planId", "planIds", "plan_ids"]);

/** Removes times, which differ between runs, and record ids, which depend on their order. */
function withoutIdsAndTimes(value: Json): Json {
  if (typeof value === "string") return withoutTimes(value);
  if (Array.isArray(value)) return value.map(withoutIdsAndTimes);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !idNames.has(name))
      .map(([name, item]) => [name, withoutIdsAndTimes(item)]),
  );
}

/** What stands for a time in a text of a client. */
export const timePlaceholder = "<time>";

/** Replaces ISO 8601 timestamps with a placeholder. A date without a time is data, such as a date of birth. */
export function withoutTimes(text: string): string {
  return text.replaceAll(
    /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g,
    timePlaceholder,
  );
}
