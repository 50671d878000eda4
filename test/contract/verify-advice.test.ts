import { beforeAll, describe, expect, it } from "vitest";

import { documentOfVerification } from "../../src/harness/pact/report-document.ts";
import { junitReport } from "../../src/harness/pact/report-junit.ts";
import { textReport } from "../../src/harness/pact/report-text.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { markdownOf } from "../../src/harness/report/markdown.ts";
import { isRemote } from "../support/target.ts";
import type { Said } from "./pacts.ts";
import { pactOf, verified, watchedSandbox } from "./pacts.ts";

const markdownReport = (report: VerificationReport): string =>
  markdownOf(documentOfVerification(report));

const json = { "Content-Type": "application/json" };
const refused: Said = {
  description: "creates",
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  headers: json,
  body: { email: "none", firstName: "Nora", lastName: "New" },
  status: 201,
  answerHeaders: { "X-Other": "yes" },
  answer: { data: { email: "none", firstName: "Nora" } },
};

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the report of an interaction with several mismatches", () => {
  let verification: VerificationReport;

  beforeAll(async () => {
    verification = await verified([pactOf([refused])]);
  });

  it("lists the status first, then headers, then the body", () => {
    const { interactions } = verification;
    const places = interactions[0]?.problems.map(({ place }) => place.split(" ")[0]) ?? [];
    expect(places[0]).toBe("status");
    expect(places).toContain("header");
    expect(places).toContain("body");
    expect(places.lastIndexOf("header")).toBeLessThan(places.indexOf("body"));
  });

  it.each([
    { form: "text", report: textReport },
    { form: "Markdown", report: markdownReport },
    { form: "JUnit", report: junitReport },
  ])("gives one advice for one cause, as $form", ({ report }) => {
    const written = report(verification);
    expect(written.match(/The interface answers 422 here/g)).toHaveLength(1);
  });

  it("names the pact of each failure in Markdown", async () => {
    const report = await verified([pactOf([refused], "one"), pactOf([refused], "two")]);
    const lines = markdownReport(report).split("\n");
    expect(lines.filter((line) => line.startsWith("Pact "))).toEqual([
      "Pact pact-1.json: one with lead-api.",
      "Pact pact-2.json: two with lead-api.",
    ]);
  });
});

describe.skipIf(isRemote)("the report of a state that failed", () => {
  it("lists the parameters of the state when one is mistyped", async () => {
    const states = [{ name: "an active lead exists", params: { leadID: "x" } }];
    const { interactions } = await verified([pactOf([{ description: "reads", states }])]);
    expect(interactions[0]?.problems[0]?.advice).toContain(
      '"an active lead exists" takes leadId, environment, firmId, firmMemberId, email,',
    );
  });

  it("suggests the state with the same meaning for a mistyped name, with its parameters", async () => {
    const { interactions } = await verified([
      pactOf([{ description: "reads", states: ["lead exists"] }]),
    ]);
    const [problem] = interactions[0]?.problems ?? [];
    expect(problem?.message).toContain('The nearest: "an active lead exists"');
    expect(problem?.advice).toContain('"an active lead exists" takes leadId,');
  });

  it("states that the state has no parameters", async () => {
    const states = [{ name: "the API key is unknown", params: { count: 0 } }];
    const { interactions } = await verified([pactOf([{ description: "reads", states }])]);
    expect(interactions[0]?.problems[0]?.advice).toContain("takes no parameters");
  });
});

describe.skipIf(isRemote)("a request with a name that resembles a documented one", () => {
  const nearMiss: Said = {
    description: "creates with plans",
    method: "POST",
    path: "/v1/firms/Harb0rPt/leads",
    headers: json,
    body: {
      email: "nora@example.com",
      firstName: "Nora",
      lastName: "New",
      clientData: { plans: [{ type: "Buying" }] },
    },
    status: 201,
  };
  const hint = "clientData.plans is not documented, did you mean clientData.Plans?";

  it("passes with a warning that names both, in every report", async () => {
    const report = await verified([pactOf([nearMiss])]);
    expect(report.passed).toBe(true);
    expect(report.findings).toMatchObject([
      { severity: "warning", interaction: "creates with plans", message: hint },
    ]);
    for (const text of [textReport(report), markdownReport(report), junitReport(report)]) {
      expect(text).toContain(hint);
    }
  });

  it("fails under isStrict", async () => {
    const report = await verified([pactOf([nearMiss])], { isStrict: true });
    expect(report.passed).toBe(false);
  });
});

describe.skipIf(isRemote)("a request of a pact to the control plane", () => {
  it.each([
    { method: "POST", path: "/_sandbox/reset", status: 200 },
    { method: "GET", path: "/_sandbox", status: 302 },
    { method: "DELETE", path: "/_sandbox/workspaces/default", status: 204 },
    { method: "GET", path: "/v1/../_sandbox/state", status: 200 },
    { method: "GET", path: "/readyz", status: 200 },
  ])("is never sent, and fails: $method $path", async ({ method, path, status }) => {
    const { options, controlCalls } = watchedSandbox();
    const before = { description: "before", path: "/v1/leads" };
    const asked = { description: "asks", method, path, status };
    const report = await verified([pactOf([before, asked])], { ...options, isStatic: false });
    expect(report.interactions.map(({ passed }) => passed)).toEqual([true, false]);
    expect(controlCalls(method, path)).toEqual([]);
    const [problem] = report.interactions[1]?.problems ?? [];
    expect(problem?.advice).toContain("so the request was not sent");
  });
});
