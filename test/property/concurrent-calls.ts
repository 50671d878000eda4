import fc from "fast-check";

import { isChoiceRuleId, ruleIds, ruleOf } from "../../src/domain/rules/catalogue.ts";
import { ids } from "../support/world.ts";

/**
 * One call of a history. Placeholders such as `{lead}` in path and body stand for a record that the
 * workspace reported; `pick` 0 is the newest. `key` and `surface` choose among the known ones.
 */
export interface CallStep {
  readonly kind: "call";
  readonly plane: "api" | "control";
  readonly method: string;
  readonly path: string;
  readonly pick: number;
  readonly key: number;
  readonly surface: number;
  readonly body?: unknown;
}

/** One of few emails, so that workspaces and steps share them. */
export const someEmail = fc.nat(11).map((number) => `client${number}@example.com`);
const name = fc.constantFrom("Ann", "Bo", "Zoë", "楓", "😀", "O'Neil", "Ann", "Bo", "");
const plans = fc.array(
  fc.record({ type: fc.constantFrom("Buying", "Buying", "Buying", "Renewal", "Wrong") }),
  {
    maxLength: 2,
  },
);
const person = fc.record(
  {
    email: someEmail,
    firstName: name,
    lastName: name,
    phone: fc.constantFrom({ number: "4165550199" }, null, "no phone"),
    clientData: fc.record({ Plans: plans }),
  },
  { requiredKeys: ["email", "firstName", "lastName"] },
);
const milliseconds = fc.oneof(fc.nat(2_000), fc.nat(4_000_000), fc.constant(60_000));
const operationIds = ["get-lead", "get-leads", "post-leads-for-firm"] as const;

const choice = fc.constantFrom(
  ...ruleIds.filter(isChoiceRuleId).flatMap((id) => {
    const { default: byDefault = "", alternatives = [] } = ruleOf(id);
    return [byDefault, ...alternatives].map((chosen) => ({ [id]: chosen }));
  }),
);

const fault = fc.record(
  {
    match: fc.record(
      {
        method: fc.constantFrom("GET", "post", "PATCH"),
        operationId: fc.constantFrom(...operationIds),
        apiKeyId: fc.constant("HPkeySbx"),
      },
      { requiredKeys: [] },
    ),
    then: fc.oneof(
      fc.record({
        status: fc.constantFrom(500, 503, 429),
        when: fc.constantFrom("before", "after"),
      }),
      fc.record({
        kind: fc.constantFrom("reset", "empty", "malformed"),
        when: fc.constantFrom("before", "after"),
      }),
      fc.record({ delayMs: fc.nat(2) }),
    ),
    times: fc.integer({ min: 1, max: 3 }),
    probability: fc.constantFrom(1, 0.5, 0.1),
    startsAt: fc.constantFrom(null, null, "2026-03-02T09:30:00Z", "2026-03-02T12:00:00Z"),
    expiresAt: fc.constantFrom("2026-03-03T00:00:00Z", "2027-01-01T00:00:00Z"),
  },
  { requiredKeys: ["then", "times"] },
);

interface Target {
  readonly path: readonly string[];
  readonly body?: fc.Arbitrary<unknown>;
}

function call(
  weight: number,
  plane: CallStep["plane"],
  method: string,
  { path, body }: Target,
): fc.WeightedArbitrary<CallStep> {
  const mostly = fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat() },
  );
  const arbitrary = fc.record({
    kind: fc.constant("call" as const),
    plane: fc.constant(plane),
    method: fc.constant(method),
    path: fc.constantFrom(...path),
    pick: mostly,
    key: mostly,
    surface: mostly,
    ...(body === undefined ? {} : { body }),
  });
  return { weight, arbitrary };
}

const parents = [
  `/v1/firms/${ids.partnerFirm}/leads`,
  `/v1/firms/${ids.partnerFirm}/leads`,
  `/v1/firms/${ids.partnerFirm}/leads`,
  `/v1/firms/${ids.partnerFirm}/leads?disableClientOutreach=true`,
  `/firmMembers/${ids.partnerMember}/leads`,
  `/v1/firms/${ids.realtyFirm}/leads`,
];
const readings = [
  "/v1/leads/{lead}?scope=withDeleted&include=Plans.ClientProfiles",
  "/v1/leads?scope=withDeleted&limit=50",
  `/v1/firms/${ids.partnerFirm}/leads?order=[["email","ASC"]]&limit=5`,
  "/v1/plans/{plan}",
  "/v1/clientProfiles",
  "/v1/nowhere",
];
const lead = ["/v1/leads/{lead}"];
const named = fc.constantFrom({ name: "one" }, { name: "two" });

const emulated = [
  call(16, "api", "POST", { path: parents, body: person }),
  call(10, "api", "GET", { path: readings }),
  call(6, "api", "PATCH", { path: lead, body: person }),
  call(3, "api", "DELETE", { path: lead }),
];

const platform = [
  call(4, "control", "POST", { path: ["/sign-ups"], body: fc.record({ email: someEmail }) }),
  call(5, "control", "POST", { path: ["/leads/{lead}/convert", "/leads/{lead}/archive"] }),
  call(4, "control", "POST", {
    path: ["/plans/{plan}/status"],
    body: fc.record({
      status: fc.constantFrom("Pre-approved", "Ready to Fund", "Completed", "Closed"),
    }),
  }),
  call(1, "control", "POST", {
    path: ["/plans/{plan}/owners"],
    body: fc.record({ firmId: fc.constantFrom(ids.partnerFirm, ids.realtyFirm) }),
  }),
  call(1, "control", "POST", {
    path: ["/client-profiles/{profile}/plans"],
    body: fc.record({ type: fc.constant("Switch") }),
  }),
];

const directory = [
  call(1, "control", "POST", {
    path: ["/firms"],
    body: fc.record({ name, firmType: fc.constant("Partner") }),
  }),
  call(1, "control", "POST", {
    path: ["/firm-members"],
    body: fc.record({
      firmId: fc.constant(ids.partnerFirm),
      email: someEmail,
      firstName: name,
      lastName: name,
      isOwner: fc.boolean(),
      subscription: fc.constantFrom("active", "inactive"),
    }),
  }),
  call(1, "control", "POST", {
    path: ["/subscriptions"],
    body: fc.record({ firmMemberId: fc.constant(ids.partnerOwner), active: fc.boolean() }),
  }),
  call(2, "control", "POST", {
    path: ["/api-keys"],
    body: fc.record({
      firmId: fc.constantFrom(ids.partnerFirm, ids.realtyFirm),
      roleType: fc.constantFrom("Partner", "Realtor"),
      environment: fc.constant("sandbox"),
      quotaPerHour: fc.constantFrom(null, 5),
      expiresAt: fc.constantFrom(null, "2026-03-02T10:00:00Z"),
    }),
  }),
  call(1, "control", "DELETE", { path: ["/api-keys/{issued}"] }),
];

const settings = [
  call(5, "control", "POST", {
    path: ["/clock/advance"],
    body: fc.oneof(
      fc.record({ by: milliseconds }),
      fc.record({ untilAllowed: fc.constant("{key}") }),
    ),
  }),
  call(1, "control", "PUT", {
    path: ["/clock"],
    body: fc.record({
      mode: fc.constant("frozen"),
      now: fc.constantFrom("2026-03-02T11:00:00.000Z", "2026-03-05T00:00:00.000Z"),
    }),
  }),
  call(2, "control", "POST", {
    path: ["/quotas/{key}/use", "/quotas/{issued}/use"],
    body: fc.record({ count: fc.integer({ min: 1, max: 15 }), over: milliseconds }),
  }),
  call(1, "control", "PUT", {
    path: ["/quotas/{key}"],
    body: fc.record({ quotaPerHour: fc.constantFrom(null, 10, 60) }),
  }),
  call(1, "control", "POST", { path: ["/quotas/{key}/refill"] }),
  call(4, "control", "POST", { path: ["/faults"], body: fault }),
  call(1, "control", "DELETE", { path: ["/faults", "/faults/{fault}"] }),
  call(3, "control", "PUT", { path: ["/assumptions"], body: choice }),
];

const records = [
  call(2, "control", "GET", { path: ["/emails", "/requests?limit=3", "/faults", "/coverage"] }),
  call(2, "control", "GET", { path: ["/emails/{mail}/raw", "/requests/{request}", "/events"] }),
  call(1, "control", "DELETE", { path: ["/emails", "/requests"] }),
  call(2, "control", "POST", {
    path: ["/explain"],
    body: fc.record({
      method: fc.constantFrom("GET", "DELETE"),
      path: fc.constant("/v1/leads/{lead}"),
      apiKeyId: fc.constant("{key}"),
    }),
  }),
  call(3, "control", "POST", { path: ["/snapshots"], body: named }),
  call(1, "control", "GET", { path: ["/snapshots/one/download", "/snapshots"] }),
  call(2, "control", "POST", { path: ["/snapshots/one/restore", "/snapshots/two/restore"] }),
  call(1, "control", "DELETE", { path: ["/snapshots/one"] }),
  call(1, "control", "POST", { path: ["/reset"], body: fc.constantFrom({}, { fixture: "empty" }) }),
];

/** Every kind of single call, with its weight. */
export const concurrentCalls: readonly fc.WeightedArbitrary<CallStep>[] = [
  ...emulated,
  ...platform,
  ...directory,
  ...settings,
  ...records,
];
