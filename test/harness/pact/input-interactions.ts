/** Refusals that depend on the request: 409 and 422, field by field. */
import type { Given, Interaction, JsonValue } from "./interaction.ts";
import {
  aFirm,
  aLead,
  aMember,
  firm,
  firmId,
  leadId,
  member,
  memberId,
  refused,
} from "./interaction.ts";
import type { LeadQuery } from "./lead-client.ts";

const person = { email: "pia@example.com", firstName: "Pia", lastName: "Person" } as const;
const taken: Given = [
  "a lead with this email exists for the firm",
  { firmId, email: person.email },
];
const notUnique = { resourceId: "NOT_UNIQUE", resourceType: "NOT_UNIQUE", email: "NOT_UNIQUE" };
const field = "Failed to pass unique index constraint";
const leadsOfFirm = `/firms/${firmId}/leads`;

const conflicts: readonly Interaction[] = [
  {
    description: "409 creating a second lead with the same email",
    given: [taken],
    request: { method: "POST", path: leadsOfFirm, body: person },
    response: refused(409, notUnique, { message: "Failed to create the Lead", field }),
    act: (client) => client.create(firm, person),
  },
  {
    description: "409 creating a second lead of a member with the same email",
    given: [
      aMember,
      ["a lead of a firm member exists", { firmId, firmMemberId: memberId, email: person.email }],
    ],
    request: { method: "POST", path: `/firmMembers/${memberId}/leads`, body: person },
    response: refused(409, notUnique, { message: "Failed to create the Lead", field }),
    act: (client) => client.create(member, person),
  },
  {
    description: "409 changing the email of a lead to a taken one",
    given: [aLead, taken],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: { email: person.email } },
    response: refused(409, notUnique),
    act: (client) => client.patch(leadId, { email: person.email }),
  },
];

/** A rejected create. */
function creating(
  what: string,
  body: JsonValue,
  codes: Readonly<Record<string, string>>,
): Interaction {
  return {
    description: `422 creating a lead with ${what}`,
    given: [aFirm],
    request: { method: "POST", path: leadsOfFirm, body },
    response: refused(422, codes),
    act: (client) => client.create(firm, body),
  };
}

const { email: _email, ...nameless } = person;

const bodies: readonly Interaction[] = [
  creating("no email", nameless, { email: "REQUIRED" }),
  creating("nothing in it", {}, { email: "REQUIRED", firstName: "REQUIRED", lastName: "REQUIRED" }),
  creating("an email that is none", { ...person, email: "pia" }, { email: "INVALID" }),
  creating("an email that is no text", { ...person, email: 7 }, { email: "INCORRECT_TYPE" }),
  creating("a name that is no text", { ...person, firstName: 7 }, { firstName: "INCORRECT_TYPE" }),
  creating("a phone without a number", { ...person, phone: {} }, { "phone.number": "REQUIRED" }),
  creating("an unknown field", { ...person, colour: "red" }, { colour: "UNSUPPORTED" }),
  creating(
    "a referral code that there is not",
    { ...person, referredByReferralCodeId: "NoCode00" },
    { referredByReferralCodeId: "NOT_FOUND" },
  ),
  creating(
    "a date of birth that does not exist",
    { ...person, clientData: { dateOfBirth: "1990-02-30" } },
    { "clientData.dateOfBirth": "INVALID" },
  ),
  creating(
    "notes that are no text",
    { ...person, clientData: { notes: 7 } },
    { "clientData.notes": "INCORRECT_TYPE" },
  ),
  creating(
    "a plan of an unknown type",
    { ...person, clientData: { Plans: [{ type: "Borrowing" }] } },
    { "clientData.Plans.0.type": "INVALID" },
  ),
  {
    description: "422 changing the email of a lead to what is none",
    given: [aLead],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: { email: "lena" } },
    response: refused(422, { email: "INVALID" }),
    act: (client) => client.patch(leadId, { email: "lena" }),
  },
];

/** A rejected list. */
function listing(
  what: string,
  query: LeadQuery,
  codes: Readonly<Record<string, string>>,
): Interaction {
  const sent = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return {
    description: `422 listing leads with ${what}`,
    given: [aFirm],
    request: { method: "GET", path: leadsOfFirm, query: Object.fromEntries(sent) },
    response: refused(422, codes),
    act: (client) => client.list(firm, query),
  };
}

const queries: readonly Interaction[] = [
  listing("more than 100 to a page", { limit: 101 }, { limit: "INVALID" }),
  listing("an offset below 0", { offset: -1 }, { offset: "INVALID" }),
  listing("an order by an unknown field", { order: [["colour", "ASC"]] }, { order: "INVALID" }),
  listing(
    "an unknown operator",
    { filter: { email: { $like: "pia" } } },
    { "filter.email": "UNSUPPORTED" },
  ),
  listing(
    "a filter by an unknown field",
    { filter: { colour: 1 } },
    { "filter.colour": "NOT_FOUND" },
  ),
];

/** Refusals that depend on the request's content. */
export const inputInteractions: readonly Interaction[] = [...conflicts, ...bodies, ...queries];
