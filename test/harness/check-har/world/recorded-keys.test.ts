/** What a recording tells about its keys. */
import { describe, expect, it } from "vitest";

import type { Json } from "../../../../src/base/values/json.ts";
import { preparedRecording } from "../../../../src/harness/check-har/world/prepare.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import type { GivenCall } from "../made-up.ts";
import { lists, nine, recorded, shows, wireLead } from "../made-up.ts";

const prepared = (...calls: readonly RecordedCall[]) =>
  preparedRecording(
    calls.map((call, place) => ({ ...call, sentAtMs: nine + place, answeredAtMs: nine + place })),
    null,
  );
const read = (json: Json | undefined, given: GivenCall = {}) =>
  recorded("GET /leads/{leadId}", { json, ...given });
const listed = (given: GivenCall = {}) =>
  recorded("GET /firms/{firmId}/leads", { json: lists(wireLead()), ...given });

describe("the Firm of a key", () => {
  it.each<readonly [string, readonly RecordedCall[], string]>([
    ["is that of the path of its first success", [listed()], "F1"],
    [
      "is not that of a refused path",
      [listed({ status: 403 }), read(shows({ resourceId: "F2" }))],
      "F2",
    ],
    ["is that of a Lead", [read(shows({ resourceId: "F2" }))], "F2"],
    [
      "is not that of a Lead of a FirmMember",
      [read(shows({ resourceType: "FirmMember", resourceId: "M1" }))],
      "recorded-firm",
    ],
    [
      "is that of a FirmMember",
      [recorded("GET /firmMembers/{id}", { json: { data: { id: "M1", firmId: "F3" } } })],
      "F3",
    ],
    [
      "is that of a ReferralCode",
      [recorded("GET /referralCodes/{id}", { json: { data: { id: "C1", firmId: "F4" } } })],
      "F4",
    ],
    [
      "is that of a read Firm",
      [recorded("GET /firms/{id}", { json: { data: { id: "F5" } } })],
      "F5",
    ],
    [
      "is not that of a list of Firms",
      [recorded("GET /firms", { json: { data: [{ id: "F5" }] } })],
      "recorded-firm",
    ],
    [
      "is made up if no answer shows it",
      [recorded("GET /plans", { json: { data: [] } })],
      "recorded-firm",
    ],
  ])("%s", (_name, calls, firmId) => {
    expect(prepared(...calls).keys.all).toMatchObject([{ id: "key-1", firmId }]);
  });
});

const permissionsOf = (...calls: readonly RecordedCall[]) =>
  prepared(...calls).keys.all[0]?.permissions ?? [];

const refused = (permission: string) =>
  recorded("GET /plans", { status: 403, permission, json: {} });

describe("the permissions of a key", () => {
  const withPlans = (status: number, record: object) =>
    read({ data: { ...wireLead(), ...record } }, { status, query: "include=Plans" });

  it.each<readonly [string, string, boolean, readonly RecordedCall[]]>([
    ["by default have", "leads:update", true, []],
    ["lack what was refused", "leads:update", false, [refused("leads:update")]],
    ["have what was refused and then worked", "leads:read", true, [refused("leads:read")]],
    [
      "have what only POST /leads was refused for",
      "leads:update",
      true,
      [recorded("POST /leads", { status: 403 })],
    ],
    ["have Plans that an answer includes", "plans:read", true, [withPlans(200, { Plans: [] })]],
    [
      "lack Plans that an answer leaves out",
      "plans:read",
      false,
      [withPlans(200, { plan_ids: ["P1"] })],
    ],
    ["lack Plans that were refused", "plans:read", false, [withPlans(403, {})]],
    ["have Plans that no Lead has", "plans:read", true, [withPlans(200, { plan_ids: [] })]],
    [
      "have Plans that nothing asked for",
      "plans:read",
      true,
      [read({ data: { ...wireLead(), plan_ids: ["P1"] } })],
    ],
    [
      "lack Plans whose clients were asked for and left out",
      "plans:read",
      false,
      [
        read(
          { data: { ...wireLead(), plan_ids: ["P1"] } },
          { query: "include=Firm,Plans.ClientProfiles" },
        ),
      ],
    ],
  ])("%s %s: %s", (_name, permission, isGranted, calls) => {
    expect(permissionsOf(listed(), ...calls).some((one) => one === permission)).toBe(isGranted);
  });
});

const keyOf = (...calls: readonly RecordedCall[]) => {
  const { keys, entries } = prepared(...calls);
  return entries.map((entry) => keys.sentFor(entry));
};

describe("the key that is sent for a call", () => {
  it("is made up, and the same for the same key", () => {
    const [one, other, again] = keyOf(listed(), listed({ key: "b-key" }), listed());
    expect([one === other, one === again]).toEqual([false, true]);
    expect(one).toMatch(/^0{8}-0000-4000-8000-\d{12}$/);
  });

  it("differs for keys that never worked", () => {
    const [one, other] = keyOf(
      read({}, { status: 401, key: "x" }),
      read({}, { status: 401, key: "y" }),
    );
    expect([one === other, one === null]).toEqual([false, false]);
  });

  it("is missing where a call without a key was refused", () => {
    expect(keyOf(read({}, { status: 401, key: null }))).toEqual([null]);
    expect(keyOf(read({}, { status: 403, key: null }))).not.toEqual([null]);
  });

  it("has the surface of its first success", () => {
    const { keys } = prepared(
      listed({ surface: "realtor-sandbox", status: 401 }),
      listed({ surface: "partner-production" }),
    );
    expect(keys.all).toMatchObject([{ surface: "partner-production" }]);
  });
});
