/** What the page says of a client's use of the API, and of what nothing showed. */
import { describe, expect, it } from "vitest";

import type { ExpectedOperation } from "../../../src/harness/assess/coverage.ts";
import { notCovered } from "../../../src/harness/assess/coverage.ts";
import {
  questionsOf,
  questionsOfRequests,
  questionsOfTraffic,
} from "../../../src/harness/assess/questions.ts";
import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { callsPerHour, callsPerRunAt, useOf } from "../../../src/harness/assess/use.ts";
import { hidingKeys } from "../../../src/harness/explore/bundle/hiding.ts";
import { call as exploredCall, callId, observation, planned } from "../explore/made-up.ts";
import { judged } from "./made-up-trial.ts";
import { baseline, create, exit, lead, maya, page, read, run, world } from "./made-up.ts";

const hour = 3_600_000;

const refused = (at: number) => create(at, { status: 429, isVaried: true });

describe("what the client does", () => {
  it("counts the calls of the baseline by operation", () => {
    const runs = [
      run("baseline", [create(0), read(10), create(20)]),
      run("again", [create(0)], { number: 2 }),
    ];
    expect(useOf(runs, null)).toMatchObject({
      operations: { "get-lead": 1, "post-leads-for-firm": 2 },
      callsPerRun: 3,
      callsPerHour: null,
    });
    expect(Object.keys(useOf(runs, null).operations)).toEqual(["get-lead", "post-leads-for-firm"]);
  });

  it.each([
    [hour, 3],
    [hour / 4, 12],
    [hour / 4 + 1, 12],
    [hour / 4 - 1, 15],
    [hour * 24, 3],
  ])("makes its calls every %i ms: %i an hour", (everyMs, expected) => {
    expect(callsPerHour(3, everyMs)).toBe(expected);
    expect(useOf([run("baseline", [create(0), read(1), read(2)])], everyMs).callsPerHour).toBe(
      expected,
    );
  });

  it("counts the calls of an hour with the Leads of --leads, unless that run did not end", () => {
    const many = run("leads", [create(0), read(1)], { number: 2 });
    expect(callsPerRunAt([baseline, many])?.calls).toBe(2);
    expect(callsPerRunAt([baseline, { ...many, exits: [exit(143, true)] }])?.calls).toBe(1);
    expect(callsPerRunAt([run("again", [])])).toBeNull();
    expect(useOf([run("again", [])], hour).callsPerHour).toBeNull();
  });

  it("has each size of its pages once, in order", () => {
    const runs = [
      run("baseline", [page(0, [0, 50, 9]), page(1, [0, 20, 9]), page(2, [50, 50, 9])]),
    ];
    expect(useOf(runs, null).pageSizes).toEqual([20, 50]);
  });

  it("names its user agents", () => {
    const other = { requestHeaders: new Map([["user-agent", "other"]]) };
    const runs = [run("baseline", [create(0), create(1, other), create(2)])];
    expect(useOf(runs, null).userAgents).toEqual(["test", "other"]);
  });

  it.each<readonly [string, string, number | null]>([
    ["an email of a record", `Sent to ${maya.toUpperCase()}`, 2],
    ["a phone that it sent", "Called 416-555", 2],
    ["no person", "done", null],
  ])("names in its output %s", (_name, output, number) => {
    const calls = [create(0, { body: JSON.stringify({ phone: { number: "416-555" } }) })];
    const runs = [baseline, run("again", calls, { number: 2, output })];
    expect(useOf(runs, null).outputNamesPeopleIn).toBe(number);
  });

  it("names nobody where a record or a request has no email or phone", () => {
    const calls = [create(0, { body: JSON.stringify({ phone: "" }) })];
    const runs = [run("baseline", calls, { output: "done", worlds: [world(lead(""))] })];
    expect(useOf(runs, null).outputNamesPeopleIn).toBeNull();
    const text = [create(0, { body: JSON.stringify({ phone: "416" }) })];
    expect(useOf([run("baseline", text, { output: "to 416" })], null).outputNamesPeopleIn).toBe(1);
  });

  it.each<readonly [string, readonly string[], boolean | null]>([
    ["no create", [], null],
    ["each create", ["disableClientOutreach=true"], true],
    ["some creates", ["disableClientOutreach=true", ""], false],
    ["another value", ["disableClientOutreach=1"], false],
  ])("disables the welcome mail in %s", (_name, queries, expected) => {
    const calls = queries.map((query, at) => create(at, { query }));
    expect(useOf([run("baseline", [read(99), ...calls])], null).optsOutOfMail).toBe(expected);
  });

  it("pauses after refusals for the quota: those of the longest series", () => {
    const runs = [
      baseline,
      run("fault:429", [refused(0), create(1_010)]),
      run("fault:429×6", [refused(0), refused(510), refused(2_520), create(6_000)]),
      run("fault:503", [refused(0), refused(10), refused(20), refused(30), create(40)]),
    ].map((one) => ({ ...one, stalls: [] }));
    expect(useOf(runs, null).retries.pausesMs).toEqual([500, 2_000, 3_470]);
  });

  it.each<readonly [string, string, Partial<AssessedRun>, number | null]>([
    ["of an outage", "fault:outage", { exits: [exit(1)] }, 990],
    ["of an outage that it tolerates", "fault:outage", { exits: [exit(0)] }, null],
    ["of an outage in which it never ends", "fault:outage", { exits: [exit(143, true)] }, null],
    ["of another fault", "fault:503", { exits: [exit(1)] }, null],
  ])("gives up after a time %s", (_name, trial, given, expected) => {
    const calls = [read(0), create(0, { isVaried: true })];
    const runs = [baseline, run(trial, calls, { durationMs: 1_000, ...given })];
    expect(useOf(runs, null).retries.givesUpAfterMs).toBe(expected);
  });

  it("gives up after no time without a call that met the outage", () => {
    const runs = [baseline, run("fault:outage", [create(0)], { exits: [exit(1)] })];
    expect(useOf(runs, null).retries.givesUpAfterMs).toBeNull();
  });
});

const expected: readonly ExpectedOperation[] = [
  { id: "post-leads-for-firm", statuses: [201, 409] },
  { id: "get-plan", statuses: [200] },
];
const uncovered = (...calls: Parameters<typeof run>[1]) =>
  notCovered([run("baseline", calls)], expected);
const shows = (record: object) =>
  read(0, { answer: JSON.stringify({ data: { id: "L1", ...record } }) });

describe("what an assessment did not cover", () => {
  it("is operations without a call, and statuses of those with one", () => {
    expect(uncovered(create(0))).toMatchObject({
      operations: ["get-plan"],
      statuses: { "post-leads-for-firm": [409] },
    });
    expect(uncovered(create(0), create(1, { status: 409 })).statuses).toEqual({});
    expect(uncovered().operations).toEqual(["post-leads-for-firm", "get-plan"]);
  });

  const [converts, archives] = ["Active to Converted", "Active to Archived"];
  it.each<readonly [string, Parameters<typeof run>[1], readonly string[]]>([
    ["both transitions of a Lead", [create(0)], [converts, archives]],
    [
      "no conversion that an answer shows",
      [shows({ deletedAt: "t", convertedAt: "t" })],
      [archives],
    ],
    ["no archive that an answer shows", [shows({ deletedAt: "t", convertedAt: null })], [converts]],
    ["no delete", [read(0, { method: "DELETE", status: 204, answer: null })], [converts]],
    [
      "a delete that was refused",
      [read(0, { method: "DELETE", status: 404 })],
      [converts, archives],
    ],
    [
      "a delete without an answer",
      [read(0, { method: "DELETE", status: 0 })],
      [converts, archives],
    ],
    ["a read of an Active Lead", [shows({ deletedAt: null })], [converts, archives]],
  ])("is %s", (_name, calls, transitions) => {
    expect(uncovered(...calls).transitions).toEqual(transitions);
  });

  it("is no conversion where a trial provoked one", () => {
    const runs = [baseline, run("converted", [create(0)])];
    expect(notCovered(runs, expected).transitions).toEqual([archives]);
  });
});

const ask = (family: "unknowns" | "faults", verdict: "dependent" | "question" | "tolerated") =>
  judged({
    verdict,
    planned: planned("list.limit=clamped", { family, choices: { "list.limit": "clamped" } }),
  });
const get = exploredCall(callId(null, { operation: "get-leads" }), {
  path: "/v1/firms/Harb0rPt/leads",
});
const post = exploredCall(callId(maya), { path: "/v1/firmMembers/M1/leads", body: "{}" });
const cited = exploredCall(callId(null, { operation: "get-plan" }), {
  path: "/v1/plans/P1",
  rules: ["list.limit"],
});

describe("the questions to the provider", () => {
  it.each([
    ["unknowns", "dependent", 1],
    ["unknowns", "question", 1],
    ["unknowns", "tolerated", 0],
    ["faults", "dependent", 0],
  ] as const)("of %s that are %s: %i", (family, verdict, count) => {
    const questions = questionsOf([ask(family, verdict)], observation(), hidingKeys());
    expect(questions).toHaveLength(count);
  });

  it("name the rule, its choices and what fails, once for each rule", () => {
    const open = ask("unknowns", "dependent");
    const [question, ...more] = questionsOf([open, open], observation(), hidingKeys());
    expect(question).toMatchObject({
      rule: "list.limit",
      answers: ["422", "clamped"],
      breaks: ["clamped", "clamped"],
      basis: "trial",
      request: "GET /v1/leads",
      body: null,
    });
    expect(more).toEqual([]);
  });

  it.each([
    ["cited the rule", [get, post, cited], "GET /v1/plans/{{plan}}"],
    ["writes", [get, post], "POST /v1/firmMembers/{{member}}/leads"],
    ["came first", [get], "GET /v1/firms/{{firm}}/leads"],
  ])("have a request like the call that %s", (_name, calls, request) => {
    const open = [ask("unknowns", "question")];
    expect(questionsOf(open, observation({ calls }), hidingKeys())).toMatchObject([{ request }]);
  });

  it("are those that the answers of a recording cited, by rule", () => {
    const place = { method: "GET", path: "/v1/leads/L1" };
    const rules = new Map([
      ["list.offset", place],
      ["no.rule", place],
      ["list.limit", place],
    ]);
    expect(questionsOfTraffic(rules)).toMatchObject([
      { rule: "list.limit", request: "GET /v1/leads/{{lead}}", breaks: [], basis: "traffic" },
      { rule: "list.offset" },
    ]);
  });

  it("are about an opt-out that the interface leaves open", () => {
    const query = "disableClientOutreach=yes";
    const runs = [run("traffic", [create(0), create(1, { query })])];
    expect(questionsOfRequests(runs)).toMatchObject([
      { rule: "mail.opt-out.values", request: `POST /v1/firms/{{firm}}/leads?${query}` },
    ]);
    expect(questionsOfRequests([run("traffic", [create(0)])])).toEqual([]);
  });
});
