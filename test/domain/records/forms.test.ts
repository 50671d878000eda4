import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { apiKeyFields } from "../../../src/domain/records/api-key.ts";
import { clientProfileFields } from "../../../src/domain/records/client-profile.ts";
import type { Field, Fields, RecordOf, ValueOf } from "../../../src/domain/records/field.ts";
import { firmMemberFields } from "../../../src/domain/records/firm-member.ts";
import { firmFields } from "../../../src/domain/records/firm.ts";
import {
  entriesOf,
  fromWorld,
  storedEntries,
  wireForm,
  worldForm,
  withIsoTimes,
} from "../../../src/domain/records/forms.ts";
import { leadFields } from "../../../src/domain/records/lead.ts";
import { messageFields } from "../../../src/domain/records/message.ts";
import { planFields } from "../../../src/domain/records/plan.ts";
import { referralCodeFields } from "../../../src/domain/records/referral-code.ts";
import { rowsOf } from "../../../src/world/store/record-columns.ts";
import { seeded } from "../../property/seeded.ts";
import { noField } from "../../support/every-field.ts";

const tables: readonly { readonly kind: string; readonly fields: Fields }[] = [
  { kind: "Lead", fields: leadFields },
  { kind: "Plan", fields: planFields },
  { kind: "ClientProfile", fields: clientProfileFields },
  { kind: "Firm", fields: firmFields },
  { kind: "FirmMember", fields: firmMemberFields },
  { kind: "ReferralCode", fields: referralCodeFields },
  { kind: "ApiKey", fields: apiKeyFields },
  { kind: "message", fields: messageFields },
];

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
const valuesOfKind = {
  id: fc.string({ minLength: 1 }),
  text: fc.string(),
  status: fc.string(),
  moment: fc.integer({ min: 0, max: 253_402_300_799_999 }),
  json,
  object: fc.dictionary(fc.string(), json).map((value) => JSON.parse(JSON.stringify(value))),
  strings: fc.array(fc.string()),
  flag: fc.boolean(),
  number: fc.double({ noNaN: true }),
} as const;

/** Records with those fields and random values. */
function recordsOf(fields: Fields): fc.Arbitrary<RecordOf<Fields>> {
  return fc.record(
    Object.fromEntries(storedEntries(fields).map(([name, field]) => [name, valueOf(field)])),
  );
}

function valueOf({ kind, oneOf, nullable }: Field): fc.Arbitrary<ValueOf<Field> | null> {
  const one = oneOf === undefined ? valuesOfKind[kind] : fc.constantFrom(...oneOf);
  const value = oneOf !== undefined && kind === "strings" ? fc.shuffledSubarray([...oneOf]) : one;
  return nullable === true ? fc.option(value) : value;
}

describe.each(tables)("the representations of a $kind", ({ fields }) => {
  const began = "2026-01-05T09:00:00.000Z";

  it("round-trip through a database row, with the fields in the same order", () => {
    const { toRow, fromRow } = rowsOf(fields);
    fc.assert(
      fc.property(recordsOf(fields), (record) => {
        const read = fromRow({ number: 1, ...toRow(record) });
        expect(read).toEqual(record);
        expect(Object.keys(read)).toEqual(storedEntries(fields).map(([name]) => name));
      }),
      seeded(100),
    );
  });

  it("round-trip through a fixture for every field that a fixture has", () => {
    const [write, read] = [worldForm(fields), fromWorld(fields)];
    fc.assert(
      fc.property(recordsOf(fields), (record) => {
        expect(record).toMatchObject(read(write(record), began));
      }),
      seeded(100),
    );
  });

  it("contain only their documented fields, with every time in ISO 8601", () => {
    const forms = [wireForm(fields), worldForm(fields)] as const;
    fc.assert(
      fc.property(recordsOf(fields), (record) => {
        for (const [index, form] of (["wire", "world"] as const).entries()) {
          const names = entriesOf(fields, form).map(([name, { as = name }]) => as);
          expect(names).toEqual(expect.arrayContaining(Object.keys(forms[index]?.(record) ?? {})));
        }
        for (const [name, { kind }] of storedEntries(fields)) {
          if (kind !== "moment" || record[name] === null) continue;
          const at = new Date(Number(record[name])).toISOString();
          expect(wireForm(fields)(record)[name]).toBe(at);
          expect(withIsoTimes(fields)(record)[name]).toBe(at);
        }
      }),
      seeded(50),
    );
  });
});

describe("the order of fields in saved records", () => {
  it("matches files of older versions, optional fields included", () => {
    const times = { createdAt: 0, updatedAt: 0, deletedAt: null };
    const firm = { resourceType: "Firm", resourceId: "F", firmId: "F" } as const;
    const lead = worldForm(leadFields)({
      ...times,
      ...firm,
      ...noField,
      email: "a@b.c",
      id: "L",
      environment: "sandbox",
      convertedAt: null,
      planIds: ["P"],
      clientProfileId: "C",
    });
    const later = entriesOf(leadFields).flatMap(([name, { since }]) =>
      since === undefined ? [] : [name],
    );
    const first = Object.keys(lead).filter((name) => !later.includes(name));
    expect(first.join(" ")).toBe(
      "id environment resourceType resourceId email firstName lastName phone clientData " +
        "referredByReferralCodeId createdAt updatedAt deletedAt convertedAt plan_ids clientProfileId",
    );
    const names = { email: "a@b.c", firstName: "A", lastName: "B" };
    const member = worldForm(firmMemberFields)(
      { ...times, ...names, id: "M", firmId: "F", isOwner: true },
      { subscription: "active" },
    );
    expect(Object.keys(member).join(" ")).toBe(
      "id firmId email firstName lastName isOwner subscription createdAt updatedAt deletedAt",
    );
    const plan = worldForm(planFields)(
      {
        ...times,
        id: "P",
        environment: "sandbox",
        clientProfileId: "C",
        leadId: null,
        name: null,
        type: "Buying",
        status: "New",
        amount: null,
      },
      { owners: ["F"] },
    );
    expect(Object.keys(plan).join(" ")).toBe(
      "id environment clientProfileId leadId name type status amount owners createdAt updatedAt deletedAt",
    );
  });

  it("has the quota of a key in its place, also without a limit, and omits it where a rule decides it", () => {
    const form = worldForm(apiKeyFields);
    const key = {
      id: "K",
      key: "k",
      firmId: "F",
      roleType: "Partner",
      environment: "sandbox",
      permissions: ["leads:read"],
      createdAt: 0,
      expiresAt: null,
      revokedAt: null,
    } as const;
    const names =
      "id key firmId roleType environment quotaPerHour permissions createdAt expiresAt revokedAt";
    const unlimited = form(key, { quotaPerHour: null });
    expect(Object.keys(unlimited).join(" ")).toBe(names);
    expect(unlimited.quotaPerHour).toBeNull();
    const byRule = form(key, { quotaPerHour: undefined });
    expect(Object.keys(byRule).join(" ")).toBe(names.replace("quotaPerHour ", ""));
  });
});
