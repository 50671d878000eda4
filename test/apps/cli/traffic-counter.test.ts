import { describe, expect, it } from "vitest";

import {
  junitOfTraffic,
  markdownOfTraffic,
  textOfTraffic,
} from "../../../src/apps/cli/exec/traffic-reports.ts";
import { newTrafficCounter } from "../../../src/apps/cli/exec/traffic.ts";
import type { CountedRequest } from "../../../src/apps/cli/exec/traffic.ts";

const read: CountedRequest = {
  path: "/v1/leads",
  status: 200,
  operationId: "get-leads",
  rules: ["list.envelope"],
};
const refused: CountedRequest = {
  path: "/v1/firms/Harb0rPt/leads",
  status: 409,
  operationId: "post-leads-for-firm",
  rules: ["lead.unique", "lead.email.case;assumed"],
};

function summaryOf(
  requests: readonly CountedRequest[],
  minCoverage = 0,
  { code = 0, allowNoRequests = false } = {},
) {
  const traffic = newTrafficCounter();
  for (const request of requests) traffic.count(request);
  return traffic.summary({ expected, minCoverage, code, allowNoRequests });
}

const ids = ["get-leads", "get-lead", "get-plans", "post-leads-for-firm"];
const expected = ids.map((id) => ({ id, statuses: [200, 409] }));

describe("newTrafficCounter", () => {
  it("counts statuses by operation, refusals by status and rule, and each assumption once", () => {
    expect(summaryOf([read, refused, read, refused])).toEqual({
      requests: 4,
      withoutVersion: 0,
      operations: [
        { id: "get-leads", statuses: { 200: 2 } },
        { id: "post-leads-for-firm", statuses: { 409: 2 } },
      ],
      operationsInAll: 4,
      operationsCovered: 2,
      refusals: [{ status: 409, rule: "lead.unique", count: 2 }],
      assumptions: ["lead.email.case"],
      neverCalled: ["get-lead", "get-plans"],
      neverMet: [
        { id: "get-leads", statuses: [409] },
        { id: "post-leads-for-firm", statuses: [200] },
      ],
      code: 0,
      minCoverage: 0,
      covered: true,
      noTraffic: false,
    });
  });

  it("counts an unknown path as a request and a refusal only", () => {
    const lost = { path: "/v1/x", status: 404, operationId: null, rules: ["http.path.unknown"] };
    expect(summaryOf([lost])).toMatchObject({
      requests: 1,
      operations: [],
      refusals: [{ status: 404, rule: "http.path.unknown", count: 1 }],
    });
  });

  it.each([
    { operations: 2, minCoverage: 50, covered: true },
    { operations: 2, minCoverage: 50.1, covered: false },
    { operations: 0, minCoverage: 0, covered: true },
    { operations: 0, minCoverage: 1, covered: false },
    { operations: 4, minCoverage: 100, covered: true },
  ])("says $covered of $operations of 4 where $minCoverage % are asked", (row) => {
    const requests = ids.slice(0, row.operations).map((id) => ({ ...read, operationId: id }));
    expect(summaryOf(requests, row.minCoverage).covered).toBe(row.covered);
  });
});

describe("the share of operations", () => {
  it("excludes operations that no key may call", () => {
    const refusedAlways = {
      path: "/v1/leads",
      status: 403,
      operationId: "post-leads",
      rules: ["auth.permission"],
    };
    expect(summaryOf([refusedAlways], 1)).toMatchObject({ operationsCovered: 0, covered: false });
  });
});

describe("requests without a version", () => {
  const bare = { ...read, path: "/leads" };
  const requests = [bare, read, bare, { ...read, path: "/v2/leads" }, { ...read, path: "/v1x" }];

  it("are counted by their path, whatever answered them", () => {
    expect(summaryOf(requests).withoutVersion).toBe(3);
  });

  it("are named in text, in JUnit and in Markdown, where there are some", () => {
    const said = "without /v1: 3 of 5 requests (rule http.version-prefix)";
    expect(textOfTraffic(summaryOf(requests)).split("\n")).toContain(`  ${said}`);
    expect(junitOfTraffic(summaryOf(requests))).toContain(said);
    expect(markdownOfTraffic(summaryOf(requests)).split("\n")).toContain(
      "Without /v1: 3 of 5 requests (rule http.version-prefix).",
    );
    expect(textOfTraffic(summaryOf([bare]))).toContain("without /v1: 1 of 1 request (");
    for (const report of [textOfTraffic, junitOfTraffic, markdownOfTraffic]) {
      expect(report(summaryOf([read]))).not.toMatch(/without \/v1/i);
    }
  });
});

describe("textOfTraffic", () => {
  it("reports a request without an answer", () => {
    expect(textOfTraffic(summaryOf([{ ...read, status: 0 }]))).toContain("no answer ×1");
  });

  it("reports a failed minimum coverage", () => {
    expect(textOfTraffic(summaryOf([read], 50))).toContain(
      "too little: 25 % of the operations, below the required 50 %",
    );
  });
});

describe("the missing coverage", () => {
  it("is shown as text: uncalled operations, and missing statuses of the others", () => {
    const lines = textOfTraffic(summaryOf([read, refused], 0, { code: 1 })).split("\n");
    expect(lines).toContain("  never called: get-lead, get-plans");
    expect(lines.slice(lines.indexOf("  never answered:") + 1, -1)).toEqual([
      "    get-leads                      409",
      "    post-leads-for-firm            200",
    ]);
  });

  it("is only counted on a run that passes", () => {
    const text = textOfTraffic(summaryOf([read, refused]));
    expect(text).toContain(
      "  never called: 2 operations; never answered: 2 statuses (--json FILE lists them)\n",
    );
    expect(text).not.toContain("get-plans");
    expect(textOfTraffic(summaryOf([read, refused], 60))).toContain("get-plans");
  });

  it("is not mentioned when everything was covered", () => {
    const all = ids.flatMap((operationId) => [
      { ...read, operationId },
      { ...refused, operationId },
    ]);
    expect(textOfTraffic(summaryOf(all))).not.toContain("never");
    expect(markdownOfTraffic(summaryOf(all))).not.toContain("Never");
  });

  it("is shown in Markdown next to the observed statuses", () => {
    const lines = markdownOfTraffic(summaryOf([read, refused], 60)).split("\n");
    expect(lines).toContain("| `get-leads` | 200 ×1 | 409 |");
    expect(lines).toContain("**Never called**: `get-lead`, `get-plans`");
    expect(lines).toContain("**Refused**: 409 by `lead.unique` ×1");
    expect(lines).toContain("**Assumptions used**: `lead.email.case`");
    expect(lines).toContain("Too little: 50 % of the operations, below the required 60 %.");
  });
});

describe("a run without a request", () => {
  const reason = "There was no traffic. The command made no call to the sandbox.";

  it.each([
    [0, "--allow-no-requests"],
    [7, "It ended with 7, perhaps before its first call"],
  ])("has the reason and what to do in every report, with the code %i", (code, next) => {
    const summary = summaryOf([], 0, { code });
    expect(summary.noTraffic).toBe(true);
    for (const report of [textOfTraffic, junitOfTraffic, markdownOfTraffic]) {
      expect(report(summary)).toContain(reason);
      expect(report(summary)).toContain(next);
    }
    expect(junitOfTraffic(summary)).toContain('<testcase name="traffic"');
  });

  it("is allowed on demand", () => {
    const summary = summaryOf([], 0, { allowNoRequests: true });
    expect(summary.noTraffic).toBe(false);
    for (const report of [textOfTraffic, junitOfTraffic, markdownOfTraffic]) {
      expect(report(summary)).not.toContain("no traffic");
    }
  });
});

describe("junitOfTraffic", () => {
  it("has only cases that can fail: none for an operation, none for a coverage of 0", () => {
    expect(cases(0)).toEqual(["the command"]);
    expect(cases(10)).toEqual(["the command", "coverage"]);
  });

  it("escapes the names of operations", () => {
    const xml = junitOfTraffic(summaryOf([{ ...read, operationId: `<a&"b"` }]));
    expect(xml).toContain("&lt;a&amp;&quot;b&quot;");
    expect(xml).not.toContain("<a&");
  });
});

/** The names of the cases in a report on one read. */
function cases(minCoverage: number): readonly (string | undefined)[] {
  const junit = junitOfTraffic(summaryOf([read], minCoverage));
  return Array.from(junit.matchAll(/<testcase name="([^"]*)"/g), ([, name]) => name);
}
