/** Calls about which a recording does not tell enough are not judged, and the report says why. */
import { describe, expect, it } from "vitest";

import { signatureOf } from "../../../../src/harness/check-har/read/features.ts";
import {
  reasonUndecided,
  undecidedTexts,
} from "../../../../src/harness/check-har/replay/undecided.ts";
import { preparedRecording } from "../../../../src/harness/check-har/world/prepare.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import { lists, nine, recorded, shows, wireLead } from "../made-up.ts";

/** Why the last call is not judged if the replay answers it with `replayed`; null if it is judged. */
function reasonOf(calls: readonly RecordedCall[], replayed: number | null): string | null {
  const recording = preparedRecording(calls, null);
  const last = calls.length - 1;
  const answer =
    replayed === null
      ? null
      : signatureOf("/leads", { status: replayed, rateLimitHeaders: null, json: undefined });
  const undecided = reasonUndecided(recording, last, answer);
  return undecided === null ? null : `${undecided.reason}${undecided.isSent ? "" : ", not sent"}`;
}

const known = recorded("GET /leads/{leadId}", { json: shows() });
const mine = recorded("GET /firms/{firmId}/leads", { json: lists(wireLead()) });
const read = (status: number, given = {}) =>
  recorded("GET /leads/{leadId}", { seconds: 9, status, ...given });
const create = (status: number, given = {}) =>
  recorded("POST /firms/{firmId}/leads", {
    seconds: 9,
    status,
    body: JSON.stringify({ email: "zelda@realmail.net" }),
    ...given,
  });
const unknown = { params: { leadId: "L9" } };
const ofMember = { params: { firmMemberId: "M1" } };
const listOfMember = (status: number) =>
  recorded("GET /firmMembers/{firmMemberId}/leads", { seconds: 9, status, ...ofMember });

describe("a call that is not sent again", () => {
  it.each([
    ["no-answer", read(0)],
    ["no-answer", read(199)],
    ["server-error", read(500)],
    ["server-error", read(503)],
    ["redirect", read(300)],
    ["redirect", read(399)],
    ["workflow", recorded("POST /workflows/{id}")],
    ["no-request-body", create(201, { body: null })],
    ["no-request-body", recorded("PATCH /leads/{leadId}", { body: null })],
    ["no-request-body", recorded("PUT /leads/{leadId}", { body: null })],
  ])("%s", (reason, call) => {
    expect(reasonOf([call], null)).toBe(`${reason}, not sent`);
    expect(reasonOf([call], 200)).toBe(`${reason}, not sent`);
  });

  it.each([
    ["a read without a body", read(200, { body: null })],
    ["a delete without one", recorded("DELETE /leads/{leadId}", { body: null })],
    ["a refusal", read(499)],
    ["a success", read(299)],
  ])("is not %s", (_name, call) => {
    expect(reasonOf([call], null)).toBeNull();
  });
});

/** The calls a minute apart, in this order. */
function inOrder(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return calls.map((call, place) => {
    const by = place * 60_000;
    return { ...call, sentAtMs: call.sentAtMs + by, answeredAtMs: call.answeredAtMs + by };
  });
}

/** The judged call is the one at nine seconds, or else the first. */
describe("a call that is sent again", () => {
  it.each<readonly [string, readonly RecordedCall[], number, string | null]>([
    ["a read of a Lead that an answer shows", [known], 200, null],
    ["one that the replay refuses", [known], 404, null],
    ["a read of a Lead that no answer shows", [known, read(404, unknown)], 404, "unknown-record"],
    ["a read of another's Lead", [known, read(403, unknown)], 403, null],
    ["a list", [mine], 200, null],
    ["a list that the replay refuses", [mine], 422, null],
    ["a refusal for the quota that the replay lacks", [mine, read(429)], 200, "unknown-quota"],
    ["a refusal for the quota that the replay has", [known, read(429), known], 429, null],
    ["an answer that the replay refuses for the quota", [mine, read(404, unknown)], 429, null],
    ["a key without any success", [read(403)], 403, "unknown-key"],
    ["a key that both refuse", [read(401)], 401, null],
    ["a key that only the recording refuses", [read(401)], 200, "unknown-key"],
    ["a key that only the replay refuses", [read(403)], 401, "unknown-key"],
    ["a key that worked and is refused", [known, read(401)], 200, "unknown-key"],
    [
      "a key that is refused on another surface",
      [known, read(401, { surface: "partner-production" }), known],
      401,
      null,
    ],
    ["a conflict with a Lead that an answer shows", [known, create(409), known], 201, null],
    [
      "a conflict with one that no answer shows",
      [create(409, { body: '{"email":"x@y.z"}' }), mine],
      409,
      null,
    ],
    [
      "a conflict that the replay lacks, with a Lead that no answer shows",
      [mine, create(409, { body: '{"email":"x@y.z"}' })],
      201,
      "unknown-record",
    ],
    [
      "a conflict of the replay only, with a Lead that no answer shows",
      [mine, create(201, { body: '{"email":"x@y.z"}' })],
      409,
      "unknown-record",
    ],
    ["a conflict of a request without an email", [mine, create(409, { body: "{}" })], 201, null],
    [
      "a conflict of a Lead with its own email",
      [
        known,
        recorded("PATCH /leads/{leadId}", {
          seconds: 9,
          status: 409,
          body: '{"email":"zelda@realmail.net"}',
        }),
        known,
      ],
      200,
      "unknown-record",
    ],
    ["a list of a FirmMember that works", [mine, listOfMember(200)], 200, null],
    ["a list of a FirmMember that is invalid", [mine, listOfMember(422)], 422, null],
    ["a list of a FirmMember that is refused", [mine, listOfMember(403)], 403, "unknown-record"],
    ["a list of an unknown FirmMember", [mine, listOfMember(404)], 404, "unknown-record"],
    ["a Plan that the call shows", [mine, plan(200)], 200, "unknown-record"],
    ["a Plan that is not there", [mine, plan(404)], 404, "unknown-record"],
    [
      "a Firm that the call shows",
      [recorded("GET /firms/{id}", { json: { data: { id: "X1" } } })],
      200,
      null,
    ],
    [
      "a Firm that no call shows",
      [mine, recorded("GET /firms/{id}", { seconds: 9, status: 404 })],
      404,
      "unknown-record",
    ],
  ])("%s", (_name, calls, replayed, expected) => {
    const judged = Math.max(
      0,
      calls.findIndex(({ sentAtMs }) => sentAtMs > nine),
    );
    const recording = preparedRecording(inOrder(calls), null);
    const answer = signatureOf("/leads", {
      status: replayed,
      rateLimitHeaders: null,
      json: undefined,
    });
    const undecided = reasonUndecided(recording, judged, answer);
    expect(undecided?.reason ?? null).toBe(expected);
    expect(undecided?.isSent ?? true).toBe(true);
  });
});

function plan(status: number): RecordedCall {
  const json = status === 200 ? { data: { id: "X1", type: "Buying" } } : undefined;
  return recorded("GET /plans/{id}", { seconds: 9, status, json });
}

describe("the lines about calls that are not judged", () => {
  it("count each reason, with the words for one and for several", () => {
    expect(undecidedTexts({ "no-answer": 1, workflow: 2, redirect: 0 })).toEqual([
      "1 not judged: it got no answer",
      "2 not judged: they run workflows",
    ]);
  });
});
