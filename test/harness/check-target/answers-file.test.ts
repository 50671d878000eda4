import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  AnswersError,
  answersIn,
  answersText,
} from "../../../src/harness/check-target/ask/answers-file.ts";
import type { Answers } from "../../../src/harness/check-target/ask/ask-probes.ts";
import { plannedCheck } from "../../../src/harness/check-target/check.ts";
import { checkedBehind, rulesWith } from "./gateway.ts";
import { facts, sharedReference } from "./target.ts";

const about = {
  version: "1.2.3",
  baseUrl: "https://api.partner.dit.example.com/v1",
  firmId: facts.firmId,
};
const rules = [
  "lead.create.firm",
  "lead.unique",
  "http.path.unknown",
  "lead.phone.further-keys",
] as const;

/** The answers of a check that ends after so many requests. */
async function answersAfter(requestsMax: number): Promise<Answers> {
  let answers: Answers = new Map();
  await checkedBehind(() => null, rules, {
    requestsMax,
    keep: async (kept) => void (answers = new Map(kept)),
  });
  return answers;
}

function refusal(text: string): string {
  try {
    answersIn(text, about);
    return "read";
  } catch (error) {
    if (error instanceof AnswersError) return error.message;
    throw error;
  }
}

describe("an answers file", () => {
  it("lets a check go on where one ended, without asking again", async () => {
    const text = answersText(await answersAfter(6), about, facts);
    const answers = answersIn(text, about);
    expect(answers.size).toBeGreaterThan(0);
    const rest = await checkedBehind(() => null, rules, { answers });
    const whole = await checkedBehind(() => null, rules);
    expect(rest.report.stopped).toBeNull();
    expect(rulesWith(rest.report, "confirmed")).toEqual(rulesWith(whole.report, "confirmed"));
    expect(rest.report.requests).toBeLessThan(whole.report.requests);
  });

  it("with every answer leaves nothing to send, and the verdicts are the same", async () => {
    let answers: Answers = new Map();
    const whole = await checkedBehind(
      ({ line }) =>
        line.includes("no-such") ? Response.json({ message: "No" }, { status: 410 }) : null,
      rules,
      { keep: async (kept) => void (answers = new Map(kept)) },
    );
    const read = answersIn(answersText(answers, about, facts), about);
    const again = await checkedBehind(() => null, rules, { answers: read });
    expect(again.sent).toEqual([]);
    expect(rulesWith(again.report, "denied")).toEqual(["http.path.unknown"]);
    expect(rulesWith(again.report, "confirmed")).toEqual(rulesWith(whole.report, "confirmed"));
  });

  it("does not keep what got no answer", async () => {
    let answers: Answers = new Map();
    await checkedBehind(
      ({ line }) => (line.includes("no-such") ? new Response("Busy", { status: 503 }) : null),
      rules,
      { keep: async (kept) => void (answers = new Map(kept)) },
    );
    const kept = new Set([...answers.keys()].map(({ rule }) => rule));
    expect(kept).toEqual(new Set(rules.filter((rule) => rule !== "http.path.unknown")));
  });

  it("names its format, version, service and Firm, and holds no key and no address", async () => {
    const text = answersText(await answersAfter(100), about, facts);
    expect(JSON.parse(text)).toMatchObject({
      format: "lead-sandbox-answers/1",
      version: "1.2.3",
      baseUrl: about.baseUrl,
      firm: "Harb0rPt",
    });
    expect(text).not.toMatch(/@|tester|1111-1111/);
    expect(text).toContain("(email)");
  });

  it("holds no key that a service repeats in an answer", async () => {
    let answers: Answers = new Map();
    const message = `The key ${facts.apiKey} of jane@example.com`;
    await checkedBehind(
      ({ body }) => (body.includes("Other") ? Response.json({ message }, { status: 409 }) : null),
      rules,
      { keep: async (kept) => void (answers = new Map(kept)) },
    );
    const text = answersText(answers, about, facts);
    expect(text).toContain("The key (key) of (email)");
    expect(text).not.toContain(facts.apiKey);
  });

  it.each([
    {
      name: "of another service",
      changed: { baseUrl: "https://other.example.com/v1" },
      says: "its service is",
    },
    {
      name: "of the same service without the version",
      changed: { baseUrl: "https://api.partner.dit.example.com" },
      says: "its service is",
    },
    {
      name: "of another Firm",
      changed: { firm: "MapleRow" },
      says: 'its Firm is "MapleRow", not "Harb0rPt"',
    },
    {
      name: "of another format",
      changed: { format: "lead-sandbox-answers/2" },
      says: "its format is",
    },
    {
      name: "of another version",
      changed: { version: "0.9.0" },
      says: 'its version is "0.9.0", not "1.2.3"',
    },
    { name: "with answers that are none", changed: { answers: [] }, says: "it is damaged" },
    {
      name: "with an unknown rule",
      changed: { answers: { a: { evidence: [], dependsOn: ["no.rule"], givenUp: null } } },
      says: "it is damaged",
    },
  ])("$name is refused", async ({ changed, says }) => {
    const text = answersText(await answersAfter(3), about, facts);
    expect(refusal(JSON.stringify({ ...JSON.parse(text), ...changed }))).toContain(says);
  });

  it.each(["", "[]", "null", "{}", "7", '{"format":7}'])("%j is refused", (text) => {
    expect(refusal(text)).not.toBe("read");
  });

  it("takes a base URL with a slash at its end for the same service", async () => {
    const text = answersText(await answersAfter(3), about, facts);
    expect(answersIn(text, { ...about, baseUrl: `${about.baseUrl}/` }).size).toBeGreaterThan(0);
  });

  it("is refused wherever it is cut off", async () => {
    const text = answersText(await answersAfter(6), about, facts).trimEnd();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 1 }), (length) => {
        expect(refusal(text.slice(0, length))).toBe("it is cut off, or is not JSON");
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe("plannedCheck with answers", () => {
  it("counts what is left", async () => {
    const answers = await answersAfter(100);
    const whole = await plannedCheck(facts, sharedReference());
    const rest = await plannedCheck(facts, sharedReference(), { answers });
    expect(rest.questions).toBeLessThan(whole.questions);
    expect(rest.requests).toBeLessThan(whole.requests);
  });
});
