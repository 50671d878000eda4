/** Random worlds in the form of GET state, with every field present and every reference valid. */
import fc from "fast-check";

import type { Json, JsonObject } from "../../../src/base/values/json.ts";
import { permissions } from "../../../src/domain/model/api-key.ts";
import { environments, roleTypes } from "../../../src/domain/model/firm.ts";
import { planStatuses } from "../../../src/domain/model/plan.ts";
import { eachOptionalText } from "../../../src/domain/records/forms.ts";
import { leadFields } from "../../../src/domain/records/lead.ts";
import type { World } from "../../../src/world/workspace/fixtures/world.ts";
import { anyCharacter } from "../../support/any-text.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const filledText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const textOrNull = fc.option(text);
/** Ids are arbitrary texts, including those that a path has to encode. */
const id = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{8}$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
);
const moment = fc
  .date({
    min: new Date("0000-01-01T00:00:00.000Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());
const momentOrNull = fc.option(moment);
const json: fc.Arbitrary<Json> = fc.json({ stringUnit: anyCharacter, maxDepth: 3 }).map(parsed);
const jsonObject: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.oneof(text, fc.constant("__proto__"), fc.constant("Plans")),
  json,
  { noNullPrototype: true },
);
const times = { createdAt: moment, updatedAt: moment, deletedAt: momentOrNull };
const person = {
  email: text,
  firstName: textOrNull,
  lastName: textOrNull,
  phone: json,
  clientData: fc.option(jsonObject),
};

/** The ids of a world, by list. */
interface Ids {
  readonly firms: readonly string[];
  readonly firmMembers: readonly string[];
  readonly referralCodes: readonly string[];
  readonly apiKeys: readonly string[];
  readonly clientProfiles: readonly string[];
  readonly leads: readonly string[];
  readonly plans: readonly string[];
  readonly workflows: readonly string[];
}

const ids = (minLength: number) => fc.uniqueArray(id, { minLength, maxLength: 4 });
const someIds: fc.Arbitrary<Ids> = fc.record({
  firms: ids(1),
  firmMembers: ids(0),
  referralCodes: ids(0),
  apiKeys: ids(0),
  clientProfiles: ids(1),
  leads: ids(0),
  plans: ids(0),
  workflows: ids(0),
});

const environment = fc.constantFrom(...environments);

/** A world of random records, some of them deleted. */
export const someWorld: fc.Arbitrary<World> = someIds.chain((known) =>
  fc.record({
    assumptions: fc.constantFrom({}, { "lead.delete": "204" }),
    firms: each(known.firms, firm),
    firmMembers: each(known.firmMembers, (memberId) => firmMember(memberId, known)),
    referralCodes: each(known.referralCodes, (codeId) =>
      fc.record({ id: fc.constant(codeId), firmId: oneOf(known.firms), ...times }),
    ),
    apiKeys: each(known.apiKeys, (keyId) => apiKey(keyId, known)),
    clientProfiles: each(known.clientProfiles, (profileId) =>
      fc.record({ id: fc.constant(profileId), environment, ...person, ...times }),
    ),
    leads: each(known.leads, (leadId) => lead(leadId, known)),
    plans: each(known.plans, (planId) => plan(planId, known)),
    workflows: each(known.workflows.toSorted(byBytes), workflow),
  }),
);

function each<Item>(
  known: readonly string[],
  of: (one: string) => fc.Arbitrary<Item>,
): fc.Arbitrary<Item[]> {
  return fc.tuple(...known.map((one) => of(one)));
}

function oneOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...known);
}

function oneOrNone(known: readonly string[]): fc.Arbitrary<string | null> {
  return fc.constantFrom(null, ...known);
}

function firm(firmId: string) {
  return fc.record({
    id: fc.constant(firmId),
    name: filledText,
    firmType: fc.constantFrom("Partner", "Realty"),
    colour: textOrNull,
    logo: textOrNull,
    ...times,
  });
}

function firmMember(memberId: string, known: Ids) {
  return fc.record(
    {
      id: fc.constant(memberId),
      firmId: oneOf(known.firms),
      email: fc.nat(99).map((number) => `member${number}@example.com`),
      firstName: text,
      lastName: text,
      isOwner: fc.boolean(),
      subscription: fc.constantFrom("active", "inactive"),
      ...times,
    },
    { requiredKeys: [...requiredOfMember] },
  );
}

const requiredOfMember = [
  "id",
  "firmId",
  "email",
  "firstName",
  "lastName",
  "isOwner",
  "createdAt",
  "updatedAt",
  "deletedAt",
] as const;

function apiKey(keyId: string, known: Ids) {
  return fc
    .record({
      id: fc.constant(keyId),
      key: fc.uuid({ version: 4 }),
      firmId: oneOf(known.firms),
      roleType: fc.constantFrom(...roleTypes),
      environment: fc.constantFrom(...environments),
      quota: fc.constantFrom({}, { quotaPerHour: null }, { quotaPerHour: 60 }),
      permissions: fc.subarray([...permissions]),
      createdAt: moment,
      expiresAt: momentOrNull,
      revokedAt: momentOrNull,
    })
    .map(({ quota, ...key }) => ({ ...key, ...quota }));
}

function lead(leadId: string, known: Ids) {
  const parents = [
    ...known.firms.map((resourceId) => ({ resourceType: "Firm", resourceId }) as const),
    ...known.firmMembers.map((resourceId) => ({ resourceType: "FirmMember", resourceId }) as const),
  ];
  return fc
    .record({
      id: fc.constant(leadId),
      environment,
      parent: fc.constantFrom(...parents),
      ...eachOptionalText(leadFields, textOrNull),
      ...person,
      referredByReferralCodeId: oneOrNone(known.referralCodes),
      ...times,
      convertedAt: momentOrNull,
      plans: fc.option(fc.subarray([...known.plans])),
      clientProfileId: oneOrNone(known.clientProfiles),
    })
    .map(({ parent, plans, ...rest }) => ({
      ...rest,
      ...parent,
      ...(plans === null ? {} : { plan_ids: plans }),
    }));
}

function plan(planId: string, known: Ids) {
  return fc.record({
    id: fc.constant(planId),
    environment,
    clientProfileId: oneOf(known.clientProfiles),
    leadId: oneOrNone(known.leads),
    name: textOrNull,
    type: filledText,
    status: fc.constantFrom(...planStatuses),
    amount: fc.option(fc.integer({ max: 10 ** 9 }).map((cents) => cents / 100)),
    owners: fc.subarray([...known.firms]),
    ...times,
  });
}

function workflow(workflowId: string) {
  return fc.record({
    id: fc.constant(workflowId),
    method: fc.constantFrom("POST", "PATCH", "PUT"),
    request: fc.constantFrom(null, { type: "object" }),
    answer: fc.record({ status: fc.constantFrom(200, 201, 422), body: json }),
  });
}

/** The order in which a database sorts texts. */
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function parsed(written: string): Json {
  const value: Json = JSON.parse(written);
  return value;
}
