/** Where a recording tells the state of a Lead, so that an answer about it can be judged. */
import { describe, expect, it } from "vitest";

import { historyOf } from "../../../../src/harness/check-har/read/history.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import { lists, moment, nine, recorded, shows, wireLead } from "../made-up.ts";

/** Whether Lead L1 is known at each call. */
function knownAt(calls: readonly RecordedCall[]): string {
  const { isKnown } = historyOf(calls);
  return calls.map((_call, place) => (isKnown("L1", place) ? "yes" : "no")).join(" ");
}

const other = (seconds: number, given = {}) => recorded("GET /plans", { seconds, ...given });
const read = (seconds: number, changes = {}, given = {}) =>
  recorded("GET /leads/{leadId}", { seconds, json: shows(changes), ...given });
const create = (seconds: number, given = {}) =>
  recorded("POST /firms/{firmId}/leads", {
    seconds,
    status: 201,
    json: shows({ createdAt: moment(seconds), updatedAt: moment(seconds) }),
    ...given,
  });
const rename = (seconds: number, given = {}) =>
  recorded("PATCH /leads/{leadId}", { seconds, json: shows({ firstName: "Ada" }), ...given });
const remove = (seconds: number, given = {}) =>
  recorded("DELETE /leads/{leadId}", { seconds, status: 204, ...given });
const archived = { deletedAt: moment(15), updatedAt: moment(15) };
const archivedInFebruary = { deletedAt: "2027-02-02T09:00:00.000Z" };

describe("the state of a Lead in a recording", () => {
  it.each<readonly [string, readonly RecordedCall[], string]>([
    ["is known until the last answer that shows it", [other(0), read(10), other(20)], "yes yes no"],
    ["is known between two answers", [read(0), other(10), read(20)], "yes yes yes"],
    [
      "is unknown where two answers show an archive that may be earlier or later",
      [read(0), other(15, { sentAtMs: nine + 14_990 }), read(30, archived)],
      "yes no yes",
    ],
    [
      "is known before and after the moment of an archive",
      [read(0), other(10), other(20), read(30, archived)],
      "yes yes yes yes",
    ],
    ["stays known once it is archived", [read(20, archived), other(30)], "yes yes"],
    ["is unknown before an archive that nothing shows", [other(0), read(20, archived)], "no yes"],
    [
      "is known before the first answer if it was archived by then",
      [other(0), read(20, archivedInFebruary)],
      "yes yes",
    ],
    [
      "is unknown before the first answer if it was created since",
      [other(0), read(20, { createdAt: moment(5) })],
      "no yes",
    ],
    [
      "is unknown without a time of its creation",
      [other(0), read(20, { createdAt: "" })],
      "no yes",
    ],
    ["is known from its create on", [other(0), create(10), other(15), read(20)], "no yes yes yes"],
    ["stays known after a delete", [read(0), remove(10), other(20)], "yes yes yes"],
    [
      "is unknown after a change that nothing shows",
      [read(0), rename(10), other(20)],
      "yes yes no",
    ],
    [
      "is unknown during a change",
      [read(0), rename(10, { answeredAtMs: nine + 12_000 }), other(11), read(20)],
      "yes yes no yes",
    ],
    [
      "is unknown during a change that began later",
      [read(0), other(9, { answeredAtMs: nine + 11_000 }), rename(10), read(20)],
      "yes no yes yes",
    ],
    [
      "is known at a call that ended when the change began",
      [read(0), other(9, { answeredAtMs: nine + 10_000 }), rename(10), read(20)],
      "yes yes yes yes",
    ],
    [
      "is known at a call that began when the change ended",
      [read(0), rename(10, { answeredAtMs: nine + 11_000 }), other(11), read(20)],
      "yes yes yes yes",
    ],
    [
      "is unknown during its create",
      [other(0), create(10, { answeredAtMs: nine + 12_000 }), other(11), read(20)],
      "no yes no yes",
    ],
    ["is unknown to a refused call", [other(0), read(10, {}, { status: 404, json: {} })], "no no"],
  ])("%s", (_name, calls, expected) => {
    expect(knownAt(calls)).toBe(expected);
  });

  it("is unknown at a call that the recording lacks, and for a Lead that it does not show", () => {
    const { isKnown } = historyOf([read(0)]);
    expect([isKnown("L1", 0), isKnown("L1", 1), isKnown("L2", 0)]).toEqual([true, false, false]);
  });
});

/** What changed outside the calls, as `kind before place at seconds`. */
function eventsIn(calls: readonly RecordedCall[]): readonly string[] {
  return historyOf(calls).events.map(
    ({ kind, before, at }) => `${kind} before ${before} at ${(at - nine) / 1_000}`,
  );
}

const converted = { deletedAt: moment(15), convertedAt: moment(15), updatedAt: moment(15) };
const renamed = { firstName: "Ada", updatedAt: moment(12) };

const plans = (more: object) => ({ clientData: { Plans: [{ type: "Buying", ...more }] } });

const shown = (more: object) => ({ data: { ...wireLead(), ...plans(more) } });

const after = (more: object) => [
  recorded("GET /leads/{leadId}", { json: shown({}) }),
  recorded("GET /leads/{leadId}", { seconds: 9, json: shown(more) }),
];

describe("what happened to a Lead outside the recorded calls", () => {
  it.each<readonly [string, readonly RecordedCall[], readonly string[]]>([
    ["nothing between equal answers", [read(0), read(10)], []],
    [
      "an archive, at its time",
      [read(0), other(10), other(20), read(30, archived)],
      ["archived before 2 at 15"],
    ],
    ["a conversion", [read(0), read(20, converted)], ["converted before 1 at 15"]],
    ["none for its own delete", [read(0), remove(15), read(20, archived)], []],
    [
      "a conversion just before its own delete",
      [read(0), remove(16), read(20, converted)],
      ["converted before 1 at 15"],
    ],
    ["a change", [read(0), other(11), other(13), read(20, renamed)], ["changed before 2 at 12"]],
    [
      "a change at the time of the answer, without one of its own",
      [read(0), read(20, { firstName: "Ada", updatedAt: null })],
      ["changed before 1 at 20"],
    ],
    ["none for its own change", [read(0), rename(10), read(20, { firstName: "Ada" })], []],
    ["none for an answer that shows its own change first", [read(0), rename(10)], []],
    [
      "a change after its own",
      [read(0), rename(5), read(20, { ...renamed, lastName: "Ash" })],
      ["changed before 2 at 12"],
    ],
    [
      "one that appears",
      [other(0), other(4), other(6), read(20, { createdAt: moment(5) })],
      ["appeared before 2 at 5"],
    ],
    ["none that was there from the start", [other(0), read(20)], []],
    ["none for one that was created at the very start", [read(0, { createdAt: moment(0) })], []],
    [
      "none for a create of the recording",
      [other(0), create(10), read(20, { createdAt: moment(10) })],
      [],
    ],
    [
      "a deletion of one whose create was recorded without an answer",
      [
        other(0),
        recorded("POST /firms/{firmId}/leads", {
          seconds: 5,
          status: 201,
          body: JSON.stringify({ email: "Zelda@realmail.net" }),
        }),
        read(20, { createdAt: moment(5), ...archived }),
      ],
      ["archived before 2 at 15"],
    ],
  ])("%s", (_name, calls, expected) => {
    expect(eventsIn(calls)).toEqual(expected);
  });

  it("comes in the order of the calls, then of time", () => {
    const two = { id: "L2", email: "yara@realmail.net" };
    const calls = [
      recorded("GET /leads", { json: lists(wireLead(), wireLead(two)) }),
      other(10),
      recorded("GET /leads", {
        seconds: 30,
        json: lists(
          wireLead({ deletedAt: moment(20) }),
          wireLead({ ...two, deletedAt: moment(14) }),
        ),
      }),
      read(40, { deletedAt: moment(20) }),
      read(50, { ...two, deletedAt: moment(14), firstName: "Yve", updatedAt: moment(45) }),
    ];
    expect(eventsIn(calls)).toEqual([
      "archived before 2 at 14",
      "archived before 2 at 20",
      "changed before 4 at 45",
    ]);
  });

  it("ignores the ids that a conversion gives to the Plans of a Lead", () => {
    expect(eventsIn(after({ planId: "P1" }))).toEqual([]);
    expect(eventsIn(after({ name: "Condo" }))).toHaveLength(1);
  });
});

const unanswered = (given: object = {}) =>
  recorded("POST /firms/{firmId}/leads", {
    seconds: 5,
    status: 201,
    body: JSON.stringify({ email: "Zelda@realmail.net" }),
    ...given,
  });

describe("a create that was recorded without its answer", () => {
  it.each<readonly [string, object, object, number | null]>([
    ["is that of the Lead with its email and time", {}, {}, 1],
    ["is so within two seconds before", {}, { createdAt: moment(3) }, 1],
    ["is so within two seconds after its end", {}, { createdAt: moment(7) }, 1],
    ["is not that of an earlier Lead", {}, { createdAt: moment(2.9) }, null],
    ["is not that of a later Lead", {}, { createdAt: moment(7.1) }, null],
    ["is not that of a Lead with another email", {}, { email: "y@realmail.net" }, null],
    ["is not that of a Lead of another Firm", {}, { resourceId: "F2" }, null],
    ["is none if it was refused", { status: 422 }, {}, null],
    ["is none if it is not a POST", { method: "PUT" }, {}, null],
    ["is none with an answer that shows another Lead", { json: { data: {} } }, {}, null],
  ])("%s", (_name, given, changes, place) => {
    const calls = [other(0), unanswered(given), read(20, { createdAt: moment(5), ...changes })];
    expect(historyOf(calls).leads.get("L1")?.createdAt).toBe(place);
  });

  it("is looked for before the answer that shows the Lead only", () => {
    const calls = [read(0, { createdAt: moment(0) }), unanswered({ seconds: 1 })];
    expect(historyOf(calls).leads.get("L1")?.createdAt).toBeNull();
  });
});
