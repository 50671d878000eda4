/** Invalid and valid fields of a Lead; POST and PATCH validate them the same way. */
import { it } from "vitest";

import { rulesOf } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { bodyOf, operationOf, sendTo } from "./cases.ts";

interface WrongField {
  readonly what: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly code: "INVALID" | "INCORRECT_TYPE" | "NOT_FOUND" | "UNSUPPORTED" | "REQUIRED";
  readonly clause: string;
  readonly rule: string;
}

/** Tests that a 422 names each invalid field and no other (interface 7). */
export function itRefusesWrongFields(id: string): void {
  const operation = operationOf(id);
  it.each(wrongFields)("422 $code on $field for $what ($clause)", async (wrong) => {
    const world = await newWorld();
    const reply = await sendTo(world, operation, { body: { ...bodyOf(operation), ...wrong.sent } });
    expect(reply).toRefuseFields(422, { [wrong.field]: wrong.code });
    expect(rulesOf(reply)).toContain(wrong.rule);
  });
}

const wrongFields: readonly WrongField[] = [
  ...["nobody", "two@signs@example.com", "spaced name@example.com", ""].map((email) => ({
    what: `the email ${JSON.stringify(email)}`,
    sent: { email },
    field: "email",
    code: "INVALID" as const,
    clause: "7",
    rule: "lead.email.format",
  })),
  ...[7, null, { of: "nobody" }].map((email) => ({
    what: `the email ${JSON.stringify(email)}`,
    sent: { email },
    field: "email",
    code: "INCORRECT_TYPE" as const,
    clause: "7",
    rule: "lead.email.format",
  })),
  ...["firstName", "lastName"].flatMap((field) => [
    ...["", "  "].map((name) => ({
      what: `the name ${JSON.stringify(name)}`,
      sent: { [field]: name },
      field,
      code: "INVALID" as const,
      clause: "2.1",
      rule: "lead.required.empty",
    })),
    {
      what: "a number as name",
      sent: { [field]: 7 },
      field,
      code: "INCORRECT_TYPE" as const,
      clause: "2.1",
      rule: "lead.fields",
    },
    {
      what: "a name with a control character",
      sent: { [field]: "A\u0007" },
      field,
      code: "INVALID" as const,
      clause: "2.1",
      rule: "lead.text.characters",
    },
  ]),
  ...phone("a number as phone", 7, "phone", "INCORRECT_TYPE"),
  ...phone("a phone without number", {}, "phone.number", "REQUIRED"),
  ...phone("a phone whose number is not a string", { number: 7 }, "phone.number", "INCORRECT_TYPE"),
  ...phone(
    "an extension that is not a string",
    { number: "4165550199", extension: 7 },
    "phone.extension",
    "INCORRECT_TYPE",
  ),
  ...phone(
    "a phone with a further key",
    { number: "4165550199", country: "CA" },
    "phone.country",
    "UNSUPPORTED",
  ),
  ...clientData("a string as clientData", "notes", "clientData", "INCORRECT_TYPE"),
  ...["prefix", "citizenship", "maritalStatus", "notes"].flatMap((field) =>
    clientData(`a number as ${field}`, { [field]: 7 }, `clientData.${field}`, "INCORRECT_TYPE"),
  ),
  ...clientData(
    "a text where a boolean stands",
    { isFirstTimeHomeBuyer: "true" },
    "clientData.isFirstTimeHomeBuyer",
    "INCORRECT_TYPE",
  ),
  ...["2026-02-30", "12/04/1986", "yesterday"].flatMap((dateOfBirth) =>
    birthDate(`the date ${dateOfBirth}`, dateOfBirth, "INVALID"),
  ),
  ...birthDate("a boolean as date", true, "INCORRECT_TYPE"),
  ...clientData("an object as Plans", { Plans: {} }, "clientData.Plans", "INCORRECT_TYPE"),
  ...clientData(
    "no Plan at all",
    { Plans: [] },
    "clientData.Plans",
    "INVALID",
    "client-data.plans.empty",
  ),
  ...plan("a Plan without type", {}, "REQUIRED"),
  ...plan("a Plan of an unknown type", { type: "Borrowing" }, "INVALID"),
  ...plan("a Plan whose type is not a string", { type: 7 }, "INCORRECT_TYPE"),
  {
    what: "a ReferralCode that does not exist",
    sent: { referredByReferralCodeId: "Nothing1" },
    field: "referredByReferralCodeId",
    code: "NOT_FOUND",
    clause: "2.4, 7",
    rule: "lead.referral-code.unknown",
  },
  {
    what: "a ReferralCode of another Firm",
    sent: { referredByReferralCodeId: "MRcode01" },
    field: "referredByReferralCodeId",
    code: "NOT_FOUND",
    clause: "2.4, 7",
    rule: "lead.referral-code.unknown",
  },
  {
    what: "a field that a Lead has not",
    sent: { colour: "red" },
    field: "colour",
    code: "UNSUPPORTED",
    clause: "7",
    rule: "lead.unknown-field",
  },
  {
    what: "a parent of another type than the path's",
    sent: { resourceType: "Broker" },
    field: "resourceType",
    code: "INVALID",
    clause: "2.1",
    rule: "lead.parent-fields",
  },
  {
    what: "another parent than the path's",
    sent: { resourceId: "MapleRow" },
    field: "resourceId",
    code: "INVALID",
    clause: "2.1",
    rule: "lead.parent-fields",
  },
];

type Code = WrongField["code"];

function phone(what: string, sent: unknown, field: string, code: Code): readonly WrongField[] {
  const rule = code === "UNSUPPORTED" ? "lead.phone.further-keys" : "lead.phone.shape";
  return [{ what, sent: { phone: sent }, field, code, clause: "2.1", rule }];
}

function clientData(
  what: string,
  sent: unknown,
  field: string,
  code: Code,
  rule = "client-data.fields",
): readonly WrongField[] {
  return [{ what, sent: { clientData: sent }, field, code, clause: "2.2", rule }];
}

function birthDate(what: string, dateOfBirth: unknown, code: Code): readonly WrongField[] {
  const rule = code === "INVALID" ? "client-data.date-of-birth.other" : "client-data.date-of-birth";
  return clientData(what, { dateOfBirth }, "clientData.dateOfBirth", code, rule);
}

function plan(what: string, sent: unknown, code: Code): readonly WrongField[] {
  return clientData(what, { Plans: [sent] }, "clientData.Plans.0.type", code, "plan.type");
}
