/** Leads that probes work with. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isGranted, rowsOf } from "./evidence.ts";
import type { Answered, Target } from "./target.ts";
import { recordOf } from "./target.ts";

/** The fields of a probe's Lead, except its email. No service is known to require more. */
export const person = {
  firstName: "Probe",
  lastName: "Probe",
  phone: { number: "4165550100" },
} as const;

/** Further fields of the Lead that several probes read. */
export const noted = { clientData: { notes: "probe" } } as const;

/** The path of the Firm's Leads. */
export function firmLeads({ facts }: Target): string {
  return `/firms/${facts.firmId}/leads`;
}

/** Tries to create a Lead of the Firm; the probe judges the answer. */
export function create(target: Target, fields: JsonObject): Promise<Answered> {
  const body = { email: target.email("asked"), ...person, ...fields };
  return target.ask("POST", firmLeads(target), { body });
}

/** Creates a Lead of the Firm that a probe depends on. Gives up if the service creates or stores none. */
export async function lead(target: Target, fields: JsonObject): Promise<Answered> {
  const made = await create(target, fields);
  if (!isGranted(made) || idOf(made) === null) {
    target.giveUp("It needs a Lead, and the service did not create one");
  }
  const [stored] = await target.once("stored", async () =>
    (await isStored(target, made)) ? [made] : [],
  );
  return stored === undefined ? target.giveUp("It needs a Lead, and the service keeps none") : made;
}

/** The text field `name` of a record; empty if missing. */
export function textIn(record: JsonObject, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** Whether the service stored a Lead: it is readable by id or in the list. */
export async function isStored(target: Target, made: Answered): Promise<boolean> {
  if (isGranted(await target.ask("GET", pathOf(made)))) return true;
  return placesIn(await list(target, { limit: "100" }), [made]).length > 0;
}

/** The answers to Leads whose email is malformed, not a text, or missing. */
export function refusedEmails(target: Target): Promise<readonly Answered[]> {
  return target.once("refused emails", async () => {
    const path = firmLeads(target);
    return [
      await target.ask("POST", path, { body: { ...person, email: "no-address" } }),
      await target.ask("POST", path, { body: { ...person, email: 7 } }),
      await target.ask("POST", path, { body: { ...person } }),
    ];
  });
}

/** The id of the record in an answer; null without one. */
export function idOf(answered: Answered): string | null {
  const { id } = recordOf(answered);
  return typeof id === "string" ? id : null;
}

/** The documented fields that a record lacks, of those that every Lead has. */
export function missingIn(record: JsonObject): string[] {
  return documentedFields.filter((name) => !(name in record));
}

const documentedFields = [
  "id",
  "createdAt",
  "updatedAt",
  "email",
  "firstName",
  "lastName",
  "resourceType",
  "resourceId",
  "deletedAt",
  "convertedAt",
];

/** The path of the Lead in an answer; without one, the path of an unknown Lead. */
export function pathOf(answered: Answered): string {
  return `/leads/${idOf(answered) ?? "n0tMade0"}`;
}

/** An active Lead that several probes read and none changes. */
export async function newActiveLead(target: Target): Promise<Answered> {
  const [made] = await target.once("active", async () => [
    await lead(target, { email: target.email("active"), ...noted }),
  ]);
  return made ?? target.giveUp("It needs an active Lead");
}

export async function archivedLead(target: Target): Promise<Answered> {
  const made = (await ownLeads(target))[activeOwn];
  return made ?? target.giveUp("It needs an archived Lead, and the service did not archive one");
}

/** The number of active Leads in `ownLeads`; they come first. */
export const activeOwn = 4;

/**
 * Four active Leads and, if the service archives one, an archived fifth. They share a last name that no other
 * Lead has. Sorting them by name or email never gives the order of creation or its reverse.
 */
export function ownLeads(target: Target): Promise<readonly Answered[]> {
  return target.once("own", async () => {
    const lastName = target.word("Own");
    const make = async (firstName: string, place: number): Promise<Answered> => {
      await target.pause();
      return lead(target, { email: target.email(`own${place}`), firstName, lastName });
    };
    const active = [
      await make("Bb", 2),
      await make("Bb", 1),
      await make("Bb", 3),
      await make("Aa", 0),
    ];
    const archived = await make("Cc", 4);
    const gone = await target.ask("DELETE", pathOf(archived));
    return isGranted(gone) ? [...active, archived] : active;
  });
}

/** The last name that the Leads of `ownLeads` share. */
export function ownName([first]: readonly Answered[]): string {
  return first === undefined ? "" : textIn(recordOf(first), "lastName");
}

/** Requests a page of the Firm's Leads. */
export function list(target: Target, query: Readonly<Record<string, string>>): Promise<Answered> {
  const search = new URLSearchParams(query).toString();
  return target.ask("GET", search === "" ? firmLeads(target) : `${firmLeads(target)}?${search}`);
}

/** The records of a page. Gives up if the answer is not a list. */
export function rows(target: Target, page: Answered): readonly JsonObject[] {
  return rowsOf(page) ?? target.giveUp("The service did not answer with a list");
}

/** The positions in `leads` of the records on a page, in page order, starting at 1. */
export function placesIn(page: Answered, leads: readonly Answered[]): number[] {
  const ids = leads.map(idOf);
  return (rowsOf(page) ?? []).flatMap(({ id }) => {
    const place = ids.findIndex((one) => one === id);
    return place === -1 ? [] : [place + 1];
  });
}

/** A Lead of the FirmMember with the last name of `ownLeads`. */
export async function memberLead(target: Target): Promise<Answered> {
  const [made] = await target.once("of member", async () => {
    const path = `/firmMembers/${target.facts.firmMemberId}/leads`;
    const lastName = ownName(await ownLeads(target));
    const body = { ...person, email: target.email("of-member"), firstName: "Dd", lastName };
    return [await target.ask("POST", path, { body })];
  });
  return made !== undefined && isGranted(made)
    ? made
    : target.giveUp("The service did not create a Lead of the FirmMember");
}

/** The answers to the creation of a Lead, its GET, its PATCH and its DELETE. */
export function handledLead(target: Target): Promise<readonly Answered[]> {
  return target.once("handled", async () => {
    const made = await lead(target, { email: target.email("handled") });
    const path = pathOf(made);
    const read = await target.ask("GET", path);
    const changed = await target.ask("PATCH", path, { body: { lastName: "Changed" } });
    return [made, read, changed, await target.ask("DELETE", path)];
  });
}

/** The Lead of `handledLead`, which was deleted. Gives up if the service refuses that. */
export async function deletedLead(target: Target) {
  const [made, , , gone] = await handledLead(target);
  if (made === undefined || gone === undefined || !isGranted(gone)) {
    return target.giveUp("The service did not archive a Lead");
  }
  return { made, gone };
}

/** Whether an answer has the Lead `made`, with all fields that a create answered with. */
export function leadSeen(answered: Answered, made: Answered) {
  const isLead = idOf(answered) !== null && idOf(answered) === idOf(made);
  const record = recordOf(answered);
  return { isLead, isWhole: Object.keys(recordOf(made)).every((name) => name in record) };
}

/** A converted Lead with Plans. Gives up if the Firm has none. */
export async function convertedLead(target: Target): Promise<Answered> {
  const [found] = await target.once("converted", async () => {
    const filter = JSON.stringify({ convertedAt: { $ne: null } });
    const page = await list(target, { limit: "100", scope: "withDeleted", filter });
    const row = rowsOf(page)?.find(({ plan_ids: ids }) => Array.isArray(ids) && ids.length > 0);
    return row === undefined ? [] : [{ ...page, json: { data: row } }];
  });
  return found ?? target.giveUp("The Firm has no converted Lead with Plans to ask about");
}
