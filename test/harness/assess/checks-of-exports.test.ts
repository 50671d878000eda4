import { describe, expect, it } from "vitest";

import type { AssessedRun } from "../../../src/harness/assess/run.ts";
import { planExports } from "../../../src/harness/assess/runs/plan.ts";
import { listFaults } from "../../../src/harness/explore/variations/list-faults.ts";
import { call, exit, reasonOf, run, verdictOf } from "./made-up.ts";

const rows = ["maya", "olga", "finn"];
const baseline = run("baseline", [call(0)], { verdict: null });
const many = run("many", [call(0)], { ledger: rows });
const page = { isVaried: true, status: 503 } as const;

/** A trial whose first page failed; it ends with these codes. */
function failed(
  ledger: readonly string[] | null,
  codes: readonly number[],
  given: Partial<AssessedRun> = {},
): AssessedRun {
  const exits = codes.map((code) => exit(code));
  return run("page-503", [call(0, page)], { number: 3, ledger, exits, ...given });
}

const whole = failed(rows, [1, 0]);
/** All trials of a list with one page. */
const others = Array.from({ length: listFaults.length - 1 }, () => whole);

function verdictWith(trials: readonly AssessedRun[]): string {
  return verdictOf("export.whole", [baseline, many, ...trials]).verdict;
}

describe("export.whole", () => {
  it.each([
    ["shown", "has every row after its second run", [whole, failed(rows, [0])]],
    ["shown", "fails twice and has every row", [failed(rows, [1, 1])]],
    ["violated", "lacks a row and ends with 0", [whole, failed(rows.slice(1), [0])]],
    ["violated", "has another row and ends with 0", [failed([...rows, "mia"], [0])]],
    ["attention", "lacks a row after its second run", [failed(rows.slice(1), [1, 0])]],
    ["attention", "is a test suite", [failed(rows.slice(1), [0], { tests: new Map() })]],
    ["shown", "did not come to a page again", [failed([], [0], { isReached: false })]],
    [
      "not-exercised",
      "did not end in a trial",
      [whole, failed([], [], { exits: [exit(0, true)] })],
    ],
  ] as const)("is %s for a client that %s", (verdict, _name, trials) => {
    expect(verdictOf("export.whole", [baseline, many, ...trials, ...others]).verdict).toBe(verdict);
  });

  it("is not exercised if a trial was left out, or none has a ledger or met a failure", () => {
    expect(verdictWith(others)).toBe("not-exercised");
    for (const given of [{ ledger: null }, { isReached: false }]) {
      expect(verdictWith([whole, ...others].map((one) => ({ ...one, ...given })))).toBe(
        "not-exercised",
      );
    }
  });

  it("is not exercised if the list with more Leads is not read to its end", () => {
    const cut = { ...many, exits: [exit(1)] };
    expect(verdictOf("export.whole", [baseline, cut, whole, ...others]).verdict).toBe(
      "not-exercised",
    );
    const unread = { ...many, ledger: null };
    expect(verdictOf("export.whole", [baseline, unread, whole, ...others]).verdict).toBe(
      "not-exercised",
    );
  });

  it("counts the rows that are missing", () => {
    const runs = [baseline, many, failed(rows.slice(1), [0])];
    expect(reasonOf("export.whole", runs)).toBe(
      "The client ends with 0 and 1 of 3 rows of its ledger are missing or different, in page-503.",
    );
  });
});

function called(ordinal: number, operation = "get-leads-for-firm") {
  const id = { workspace: "default", operation, subject: null, ordinal };
  return { ...call(ordinal, { operation }), id };
}

describe("the trials of export.whole", () => {
  it.each([
    [0, 0],
    [1, 7],
    [2, 14],
    [9, 21],
  ])("of %i pages are %i", (pages, trials) => {
    const calls = Array.from({ length: pages }, (_, at) => called(at + 1));
    const planned = planExports({ calls: [called(0, "get-lead"), ...calls] });
    expect(planned).toHaveLength(trials);
    const places = new Set(planned.map(({ variations: [one] }) => one?.call?.ordinal));
    expect([...places]).toEqual(
      [1, 2, pages].filter((one, at, all) => one <= pages && one > 0 && all.indexOf(one) === at),
    );
  });
});
