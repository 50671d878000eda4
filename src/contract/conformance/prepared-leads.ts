/** Leads that questions are asked about. */
import type { JsonObject } from "../../domain/json.ts";
import { isGranted, rowsOf } from "./evidence.ts";
import type { Answered, Target } from "./target.ts";
import { recordOf } from "./target.ts";

/** What a Lead of a probe has besides its email: all that any service was ever shown to need. */
export const person = {
  firstName: "Probe",
  lastName: "Probe",
  phone: { number: "4165550100" },
} as const;

/** Where the Leads of the Firm are. */
export function firmLeads({ facts }: Target): string {
  return `/firms/${facts.firmId}/leads`;
}

/** Asks for the creation of a Lead of the Firm from `fields`; the answer is for the probe to judge. */
export function create(target: Target, fields: JsonObject): Promise<Answered> {
  const body = { email: target.email("asked"), ...person, ...fields };
  return target.ask("POST", firmLeads(target), { body });
}

/** A Lead of the Firm that a probe needs to go on. */
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

/** The text of that name in a record, empty where there is none. */
export function textIn(record: JsonObject, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}

/** Whether a Lead can be read, by its id or in the list. */
export async function isStored(target: Target, made: Answered): Promise<boolean> {
  if (isGranted(await target.ask("GET", pathOf(made)))) return true;
  return placesIn(await list(target, { limit: "100" }), [made]).length > 0;
}

/** The outcomes of Leads whose email is not an address, not a text, or missing. */
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

/** The id of the record in an answer. */
export function idOf(answered: Answered): string | null {
  const { id } = recordOf(answered);
  return typeof id === "string" ? id : null;
}

/** The path of the Lead in an answer. */
export function pathOf(answered: Answered): string {
  return `/leads/${idOf(answered) ?? "n0tMade0"}`;
}

/** An active Lead that several probes look at and none changes. */
export async function activeLead(target: Target): Promise<Answered> {
  const [made] = await target.once("active", async () => [
    await lead(target, { email: target.email("active") }),
  ]);
  return made ?? target.giveUp("It needs an active Lead");
}

/** An archived one, with the last name of the other own ones. */
export async function archivedLead(target: Target): Promise<Answered> {
  const made = (await ownLeads(target))[activeOwn];
  return made ?? target.giveUp("It needs an archived Lead, and the service did not archive one");
}

/** How many of the own Leads are active: the first ones. */
export const activeOwn = 4;

/**
 * Leads that no others share a last name with: four active ones, and where the service archives one, an archived fifth. No
 * order of their names and emails is the one in which they were made, or its reverse.
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

/** The last name that the own Leads have together. */
export function ownName([first]: readonly Answered[]): string {
  return first === undefined ? "" : textIn(recordOf(first), "lastName");
}

/** Asks for a page of the Leads of the Firm. */
export function list(target: Target, query: Readonly<Record<string, string>>): Promise<Answered> {
  const search = new URLSearchParams(query).toString();
  return target.ask("GET", search === "" ? firmLeads(target) : `${firmLeads(target)}?${search}`);
}

/** The records of a page that has to be one. */
export function rows(target: Target, page: Answered): readonly JsonObject[] {
  return rowsOf(page) ?? target.giveUp("The service did not answer with a list");
}

/** Which of `leads` a page has, by their places among them, in the order of the page. */
export function placesIn(page: Answered, leads: readonly Answered[]): number[] {
  const ids = leads.map(idOf);
  return (rowsOf(page) ?? []).flatMap(({ id }) => {
    const place = ids.findIndex((one) => one === id);
    return place === -1 ? [] : [place + 1];
  });
}

/** A converted Lead that has Plans, if the Firm has one. */
export async function convertedLead(target: Target): Promise<Answered> {
  const [found] = await target.once("converted", async () => {
    const filter = JSON.stringify({ convertedAt: { $ne: null } });
    const page = await list(target, { limit: "100", scope: "withDeleted", filter });
    const row = rowsOf(page)?.find(({ plan_ids: ids }) => Array.isArray(ids) && ids.length > 0);
    return row === undefined ? [] : [{ ...page, json: { data: row } }];
  });
  return found ?? target.giveUp("The Firm has no converted Lead with Plans to ask about");
}
