/** Golden cases for the fields and the state of a Lead (interface 2.1, 2.2, 3, 7). */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import type { Reply } from "../support/reply.ts";
import { text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids } from "../support/world.ts";
import { findsRecord, newLead, parentIn, pathOf, sendTo } from "./cases.ts";
import type { GoldenCase } from "./golden-cases.ts";

const creates = ({ permission }: ApiOperation): boolean => permission === "leads:create";
const changes = ({ id }: ApiOperation): boolean => id === "patch-Lead";
const writes = (operation: ApiOperation): boolean => creates(operation) || changes(operation);
const readsOne = (operation: ApiOperation): boolean =>
  findsRecord(operation) && operation.subject === "leads";

/** Every field of a Lead, each with an invalid value. */
const everyFieldWrong = {
  email: "nobody",
  firstName: "",
  lastName: "A\u0007",
  phone: { number: "", country: "CA" },
  clientData: {
    dateOfBirth: "2026-02-30",
    Plans: [{ type: "Borrowing" }, {}],
    Incomes: [{ startedOn: "yesterday" }],
  },
  referredByReferralCodeId: ids.realtyCode,
  resourceType: "Broker",
  resourceId: ids.realtyFirm,
  colour: "red",
};

/** Every field of a Lead, each with a value of the wrong type. */
const everyTypeWrong = {
  email: 7,
  firstName: null,
  lastName: [],
  phone: 7,
  clientData: {
    prefix: 7,
    citizenship: 7,
    dateOfBirth: true,
    maritalStatus: 7,
    isFirstTimeHomeBuyer: "no",
    notes: 7,
    Plans: {},
    sin: 7,
    Assets: [{ value: "much" }],
  },
  referredByReferralCodeId: 7,
  resourceType: 7,
  resourceId: 7,
};

export const leadErrors: readonly GoldenCase[] = [
  { error: "422 nothing sent", by: creates, send: sending({}) },
  { error: "422 every field wrong", by: writes, send: sending(everyFieldWrong) },
  { error: "422 every type wrong", by: writes, send: sending(everyTypeWrong) },
  {
    error: "422 email too long",
    by: writes,
    send: sending({ ...newLead, email: `${"n".repeat(250)}@example.com` }),
  },
  under("lead.email.syntax", "html", "422 email in quotes (assumed)", writes, {
    ...newLead,
    email: '"nina new"@example.com',
  }),
  { error: "422 no Plan", by: writes, send: sending({ ...newLead, clientData: { Plans: [] } }) },
  {
    error: "422 no parent in the body",
    by: ({ id }) => id === "post-leads",
    send: (world, operation) => sendTo(world, operation, { body: newLead }),
  },
  {
    error: "422 unknown referral code",
    by: writes,
    send: sending({ ...newLead, referredByReferralCodeId: "Nothing1" }),
  },
  under(
    "lead.required",
    "email-and-phone",
    "422 nothing sent (assumed: email and phone)",
    creates,
    {},
  ),
  under(
    "lead.required",
    "with-parent",
    "422 no parent in the body (assumed)",
    (operation) => creates(operation) && operation.id !== "post-leads",
    newLead,
  ),
  under("lead.phone.string", "incorrect-type", "422 phone as a string (assumed)", writes, {
    ...newLead,
    phone: "4165550199",
  }),
  under("lead.optional-null", "incorrect-type", "422 null fields (assumed)", writes, {
    ...newLead,
    phone: null,
    clientData: { notes: null },
  }),
  under("lead.read-only-fields", "unsupported", "422 read-only fields (assumed)", writes, {
    ...newLead,
    id: "mine",
    createdAt: null,
    updatedAt: null,
    deletedAt: null,
    convertedAt: null,
    plan_ids: [],
  }),
  under("client-data.values", "reference-values", "422 unknown values (assumed)", writes, {
    ...newLead,
    clientData: { prefix: "Captain", citizenship: "Martian", maritalStatus: "Complicated" },
  }),
  under("plan.type", "hosted-tool-types", "422 unknown Plan type (assumed)", writes, {
    ...newLead,
    clientData: { Plans: [{ type: "Renewal" }] },
  }),
  under(
    "error.all-fields",
    "first-only",
    "422 first field alone (assumed)",
    writes,
    everyFieldWrong,
  ),
  under(
    "client-data.nested-field-name",
    "leaf-name",
    "422 fields by leaf name (assumed)",
    writes,
    everyFieldWrong,
  ),
  { error: "409 duplicate email", by: creates, send: duplicate },
  {
    error: "409 duplicate email of a soft-deleted Lead",
    by: creates,
    async send(world, operation) {
      const body = { ...newLead, ...parentIn(operation), email: "archived@example.com" };
      const made = await world.api("POST", pathOf(operation), { body });
      await world.control("POST", `/leads/${text(made, "data.id")}/archive`);
      return sendTo(world, operation, { body });
    },
  },
  { error: "409 duplicate email", by: changes, send: sending({ email: "ben.active@example.com" }) },
  under("lead.in-use", "409", "409 email of a registered client (assumed)", creates, {
    ...newLead,
    email: "dario.converted@example.com",
  }),
  {
    error: "409 soft-deleted Lead (assumed)",
    assumptions: { "lead.patch.not-active": "409" },
    by: changes,
    send: (world) =>
      world.api("PATCH", `/v1/leads/${ids.archivedLead}`, { body: { firstName: "Late" } }),
  },
  under(
    "lead.create.firm-member",
    "realty-only",
    "403 member of a Firm that is not Realty (assumed)",
    ({ id }) => id === "post-leads-for-firm-member",
    newLead,
  ),
  under(
    "lead.create.firm-member",
    "realty-only",
    "403 member of a Firm that is not Realty (assumed)",
    ({ id }) => id === "post-leads",
    { ...newLead, resourceType: "FirmMember", resourceId: ids.partnerMember },
  ),
  under(
    "lead.create.parent-in-body",
    "403",
    "403 Lead without its parent in the path",
    ({ id }) => id === "post-leads",
    newLead,
  ),
  { error: "404 converted Lead", by: readsOne, send: softDeleted(ids.convertedLead) },
  { error: "404 archived Lead", by: readsOne, send: softDeleted(ids.archivedLead) },
];

function sending(body: Readonly<Record<string, unknown>>): GoldenCase["send"] {
  return (world, operation) =>
    sendTo(world, operation, { body: { ...parentIn(operation), ...body } });
}

function under(
  rule: string,
  choice: string,
  error: string,
  by: GoldenCase["by"],
  body: Readonly<Record<string, unknown>>,
): GoldenCase {
  return { error, assumptions: { [rule]: choice }, by, send: sending(body) };
}

async function duplicate(world: World, operation: ApiOperation): Promise<Reply> {
  const body = { ...newLead, ...parentIn(operation), email: "twice@example.com" };
  await sendTo(world, operation, { body });
  return sendTo(world, operation, { body });
}

function softDeleted(id: string): GoldenCase["send"] {
  return (world, { method }) =>
    world.api(method, `/v1/leads/${id}`, method === "PATCH" ? { body: {} } : {});
}
