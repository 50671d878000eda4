import { describe, expect, it } from "vitest";

import { belowBasePath } from "../../../src/harness/next/openapi-document.ts";
import { nextDocument } from "../../../src/harness/next/write/next-document.ts";
import { checkNext } from "../../../src/harness/pact/next-check.ts";
import { readPact } from "../../../src/harness/pact/pact-file.ts";
import { junitReport } from "../../../src/harness/pact/report-junit.ts";
import { textReport } from "../../../src/harness/pact/report-text.ts";
import type { Comparator, ComparatorMaker } from "../../../src/harness/pact/static-check.ts";
import { loadComparator } from "../../../src/harness/pact/static-check.ts";
import type { Said } from "../../contract/pacts.ts";
import { pactOf } from "../../contract/pacts.ts";
import { announced, ownDocument } from "./documents.ts";

const created = {
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  body: { email: "a@example.com", firstName: "A", lastName: "B", phone: "4165550101" },
  status: 201,
};

const said: readonly Said[] = [
  { description: "creates", ...created },
  { description: "creates without version", ...created, path: "/firms/Harb0rPt/leads" },
  { description: "reads the id", answer: { data: { id: "LeadHPa1" } } },
  { description: "reads the phone", answer: { data: { phone: { number: "4165550101" } } } },
  { description: "pages", path: "/v1/firms/Harb0rPt/leads", query: { limit: ["100"] } },
  { description: "archives", method: "DELETE", status: 204 },
  { description: "fits no document", path: "/v1/nothing" },
];

const comparators = new Map<string, Comparator>();

/** One comparator for each document, as every test compares with the present one. */
async function sharedComparator(): Promise<ComparatorMaker> {
  const newComparator = await loadComparator();
  return (document) => {
    const text = JSON.stringify(document);
    const made = comparators.get(text) ?? newComparator(document);
    comparators.set(text, made);
    return made;
  };
}

async function check(list: string, interactions = said, isStrict = false) {
  const next = announced(list);
  const { document } = nextDocument(ownDocument, next);
  const pact = readPact(JSON.stringify(pactOf(interactions)), "web.json");
  return checkNext(
    [pact],
    {
      present: belowBasePath(ownDocument),
      next: belowBasePath(document),
      file: "changes.yaml",
      unwritten: ["Nothing says where it belongs."],
      isStrict,
    },
    await sharedComparator(),
  );
}

describe("the interactions that fit the present document and not the next", () => {
  it.each([
    ["[]", []],
    [
      "- field-renamed:Lead.phone→phoneNumber",
      ["creates", "creates without version", "reads the phone"],
    ],
    ["- field-removed:answer.Lead.phone", ["reads the phone"]],
    ["- field-required:Lead.referralCode", ["creates", "creates without version"]],
    ["- status:201→200", ["creates", "creates without version"]],
    ['- { id: "parameter-values:query.limit", schema: { type: integer, maximum: 50 } }', ["pages"]],
    ["- base-path:/v1→/v2", ["creates", "reads the id", "reads the phone", "pages", "archives"]],
    ['- operation-removed:"DELETE /leads/{leadId}"', ["archives"]],
    ['- moved:"DELETE /leads/{leadId}"→"DELETE /people/{personId}"', ["archives"]],
    ["- parameter-required:header.X-Source@get-leads-for-firm", ["pages"]],
    ["- type:answer.Lead.phone:object→string", ["reads the phone"]],
    ["- default:query.limit=10", []],
  ] as const)("of %s are %j", async (list, names) => {
    const { interactions } = await check(list);
    const failed = interactions.filter(({ passed }) => !passed);
    expect(failed.map(({ description }) => description)).toEqual(names);
  });

  it("pass where the key moves and the interaction sends it in the new place too", async () => {
    const both = { description: "reads", headers: { Authorization: "Bearer x" } };
    const list = "- auth:header.X-API-Key→header.Authorization";
    expect(await check(list, [both])).toMatchObject({ passed: true });
    expect(await check(list, [{ description: "reads" }])).toMatchObject({ passed: false });
  });

  it("fail nothing where the pact is pending", async () => {
    const pending = { description: "creates", ...created, pending: true };
    expect(await check("- status:201→200", [pending])).toMatchObject({
      passed: true,
      interactions: [{ passed: false, pending: true }],
    });
  });

  it("are named alone; what fits no document, and what no document can hold, is skipped", async () => {
    const report = await check("- field-removed:answer.Lead.phone");
    const text = textReport(report);
    for (const named of ["reads the phone", "1 interaction", "Nothing says where it belongs."]) {
      expect(text).toContain(named);
    }
    expect(text).not.toContain("reads the id");
    expect(text).toContain(
      "Failed: 5 of 6 interactions fit changes.yaml, 1 do not, 1 interaction skipped, 1 change skipped.",
    );
    const counts = 'tests="7" failures="1" skipped="1"';
    expect(junitReport(report)).toContain(`<testsuite name="web.json" ${counts}>`);
  });

  it("are none of a pact without one that fits today, which counts as a failure", async () => {
    const odd = { description: "fits no document", path: "/v1/nothing" };
    expect(await check("[]", [odd])).toMatchObject({ passed: false, interactions: [] });
  });
});
