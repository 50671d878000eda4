/** No report of `check-har` shows a person, a key or what else a client wrote. */
import { describe, expect, it } from "vitest";

import { newHiding } from "../../../../src/harness/check-har/report/hiding.ts";
import {
  deniedAssumptions,
  shownWorld,
} from "../../../../src/harness/check-har/report/world-file.ts";
import { preparedRecording } from "../../../../src/harness/check-har/world/prepare.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import { lists, moment, recorded, wireLead } from "../made-up.ts";

const zelda = wireLead({
  id: "Ab3dE6gH",
  firstName: "Zelda",
  lastName: "Zimmer",
  referredByReferralCodeId: "zelda7",
  resourceId: "Harb0rPt",
});
const list = (given = {}) =>
  recorded("GET /firms/{firmId}/leads", {
    params: { firmId: "Harb0rPt" },
    json: lists(zelda),
    ...given,
  });
const documented = new Set([
  "email",
  "firstName",
  "lastName",
  "INVALID",
  "Buying",
  "filter",
  "GET",
  "v1",
  "firms",
  "leads",
  "Plans",
]);

const hidingOf = (...calls: readonly RecordedCall[]) =>
  newHiding(preparedRecording(calls, null), documented);
const hiding = hidingOf(list());

describe("an id", () => {
  it.each([
    ["Ab3dE6gH", true],
    ["Harb0rPt", true],
    ["zelda7", false],
    ["zimmer-1", false],
    ["unseen99", false],
  ])("%s is shown: %s", (id, isShown) => {
    const calls = [list(), recorded("GET /leads/{leadId}", { params: { leadId: "zimmer-1" } })];
    expect(hidingOf(...calls).id(id) === id).toBe(isShown);
  });

  it.each([
    ["of three characters", "a1b", false],
    ["of four", "a1b2", true],
    ["of 64", "a1".repeat(32), true],
    ["of 65", `${"a1".repeat(32)}b`, false],
    ["with a space", "a1 b2c", false],
  ])("%s is shown: %s", (_name, id, isShown) => {
    const call = recorded("GET /leads/{leadId}", { params: { leadId: id } });
    expect(hidingOf(call).id(id) === id).toBe(isShown);
  });

  it("is hidden if it is in the body of a request", () => {
    const body = JSON.stringify({ firstName: "Quin", lastName: "Li" });
    const call = recorded("POST /leads", { body, params: { leadId: "quin12" } });
    expect(
      hidingOf(call, recorded("GET /leads/{leadId}", { params: { leadId: "quin12" } })).id(
        "quin12",
      ),
    ).not.toBe("quin12");
  });
});

describe("a feature of an answer", () => {
  it.each([
    ["status", "404", "404"],
    ["order", "another order", "another order"],
    ["error email", "INVALID", "INVALID"],
    ["error email", "INVALID, zelda", "INVALID, another code"],
    ["Lead Ab3dE6gH deleted", "true", "true"],
    ["Lead Ab3dE6gH deletedAt - convertedAt", "5 ms", "5 ms"],
  ])("%s keeps %s as %s", (feature, value, shown) => {
    expect(hiding.feature(feature)).toBe(feature);
    expect(hiding.value(feature, value)).toBe(shown);
  });

  it.each([
    ["Lead Ab3dE6gH email", '"zelda@realmail.net"', "zelda"],
    ["Lead Ab3dE6gH names", '["Zelda","Zimmer"]', "Z(?:elda|immer)"],
    ["Lead Ab3dE6gH phone", '{"number":"6135559876"}', "6135559876"],
    ["Lead Ab3dE6gH clientData", '{"notes":"Call Zelda"}', "Zelda"],
    ["Lead Ab3dE6gH Plans", '[["Buying","Zelda\'s","New"]]', "Zelda"],
    ["Plan P1 plan", '["Buying","Zelda\'s","New"]', "Zelda"],
  ])("%s hides people", (feature, value, person) => {
    const shown = hiding.value(feature, value);
    expect(shown).not.toMatch(new RegExp(person));
    expect(shown.length).toBeGreaterThan(2);
  });

  it("keeps the type of a Plan", () => {
    expect(hiding.value("Plan P1 plan", '["Buying","Zelda\'s","New"]')).toMatch(/^\["Buying",/);
    expect(hiding.value("Plan P1 plan", "?")).toBe("");
    expect(hiding.value("Lead L1 Plans", "?")).toBe("");
  });

  it("hides fields and ids that a client made up", () => {
    expect(hiding.feature("error clientData.0.zelda")).toMatch(/^error [^.]+\.0\.[^.]+$/);
    expect(hiding.feature("error clientData.0.zelda")).not.toContain("zelda");
    expect(hiding.feature("error email")).toBe("error email");
    expect(hiding.feature("Lead zelda7 email")).toMatch(/^Lead \S+ email$/);
    expect(hiding.feature("Lead zelda7 email")).not.toContain("zelda");
    expect(hiding.feature("Lead zelda7")).toMatch(/^Lead \S+$/);
  });

  it("hides what a client wrote into a request", () => {
    const line = hiding.requestLine(
      list({ path: "/v1/firms/Harb0rPt/leads", query: "filter=zelda" }),
    );
    expect(line).toMatch(/^GET \/v1\/firms\/Harb0rPt\/leads\?filter=/);
    expect(line).not.toContain("zelda");
    expect(hiding.requestLine(list({ path: "/v1/firms", query: "" }))).toBe("GET /v1/firms");
    expect(hiding.requestLine(list({ method: "ZELDA", path: "/v1/firms" }))).toBe(
      "OTHER /v1/firms",
    );
  });

  it("has equal replacements for equal values", () => {
    const [one, again] = [0, 1].map(() => hiding.value("Lead x email", '"zelda@realmail.net"'));
    expect(one).toBe(again);
  });
});

const worldOf = (given = {}) => {
  const recording = preparedRecording([list(given)], null);
  return shownWorld(recording, newHiding(recording, documented));
};

describe("the world as a fixture", () => {
  it("has the records by their ids, and neither people nor keys", () => {
    const world = worldOf();
    expect(world).toMatchObject({
      description: expect.any(String),
      firms: [{ id: "Harb0rPt", name: "Recorded Firm Harb0rPt" }],
      leads: [{ id: "Ab3dE6gH", resourceType: "Firm", createdAt: "2027-02-01T09:00:00.000Z" }],
      apiKeys: [{ firmId: "Harb0rPt", roleType: "Partner", permissions: expect.any(Array) }],
    });
    expect(JSON.stringify(world)).not.toMatch(/zelda|zimmer|"key"/i);
  });

  it("hides the ids of the Plans of a Lead that are not random", () => {
    const gone = moment(-9);
    const record = {
      ...wireLead({ id: "Ab3dE6gH", convertedAt: gone, deletedAt: gone }),
      plan_ids: ["zelda1", "P1a2b3c4"],
    };
    const { leads } = worldOf({ json: { data: [record], meta: {} } });
    expect(leads).toMatchObject([{ plan_ids: [expect.not.stringMatching("zelda"), "P1a2b3c4"] }]);
  });

  it.each([
    ["partner-production", "sandbox"],
    ["partner-sandbox", "sandbox"],
  ])("of %s is one of %s", (surface, environment) => {
    const { apiKeys } = worldOf({ surface });
    expect(apiKeys).toMatchObject([{ environment }]);
  });

  it("keeps production beside the sandbox", () => {
    const recording = preparedRecording(
      [list(), list({ key: "b-key", surface: "partner-production" })],
      null,
    );
    expect(shownWorld(recording, newHiding(recording, documented))).toMatchObject({
      apiKeys: [{ environment: "sandbox" }, { environment: "production" }],
    });
  });
});

const explained = (given: object) => ({
  assumptions: {},
  base: { calls: [], choices: new Set<string>() },
  rivals: [],
  replays: 1,
  isInterrupted: false,
  verdicts: [
    {
      rule: "list.limit",
      verdict: "denied",
      choice: "clamped",
      evidence: [0],
      ...given,
    } as const,
  ],
});

describe("the choices that a recording denied", () => {
  const recording = preparedRecording([list({ number: 3 })], null);

  it.each([
    [[0], "check-har: entry 3 of file 1, not 422"],
    [[0, 0, 0], "check-har: entry 3 of file 1 and 2 more, not 422"],
  ])("name their evidence %j", (evidence, source) => {
    expect(deniedAssumptions(explained({ evidence }), recording)).toEqual({
      "list.limit": { choice: "clamped", source, date: "2027-03-01" },
    });
  });

  it("have none that it confirmed", () => {
    expect(deniedAssumptions(explained({ verdict: "confirmed" }), recording)).toEqual({});
  });
});
