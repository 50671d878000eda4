import { describe, expect, it } from "vitest";

import { textOfReport } from "../../../src/harness/check-target/report.ts";
import type { SeenRequest } from "./gateway.ts";
import { checkedBehind, page, rulesWith } from "./gateway.ts";

const unknownPath = "GET /v1/no-such-resource";

const isFor = (part: string) => (seen: SeenRequest) => seen.line.includes(part);

describe("a GET without an answer of the service", () => {
  it.each([
    { name: "503", answer: () => page(503) },
    { name: "503 in JSON", answer: () => Response.json({ message: "No" }, { status: 503 }) },
    { name: "a page with 200", answer: () => page(200) },
    { name: "a page with 404", answer: () => page(404) },
    { name: "a text without a type", answer: () => new Response(new Blob(["Busy"])) },
  ])("that got $name twice is asked again after 1 and 3 s, and denies nothing", async (row) => {
    const { report, sent, waits } = await checkedBehind(
      ({ line, before }) => (line === unknownPath && before < 2 ? row.answer() : null),
      ["http.path.unknown"],
    );
    expect(rulesWith(report, "confirmed")).toEqual(["http.path.unknown"]);
    expect(waits).toEqual([
      [1_000, "no-answer"],
      [3_000, "no-answer"],
    ]);
    expect(sent.map(({ line }) => line).slice(1)).toEqual([unknownPath, unknownPath, unknownPath]);
    expect(report).toMatchObject({ requests: 4, lost: 2, failing: [], left: { questions: 0 } });
  });

  it("that got the same 503 three times leaves its rule unknown, and the service fails", async () => {
    const { report, sent } = await checkedBehind(
      ({ line }) => (line === unknownPath ? page(503) : null),
      ["http.path.unknown"],
    );
    expect(sent).toHaveLength(4);
    expect(report.verdicts.find(({ rule }) => rule === "http.path.unknown")).toMatchObject({
      verdict: "unknown",
      reason: "The service gave no answer: status 503, text/html",
    });
    expect(report.failing).toEqual([
      { request: unknownPath, problem: "status 503, text/html", rules: ["http.path.unknown"] },
    ]);
    expect(report.left).toEqual({ questions: 1, rules: ["http.path.unknown"] });
    expect(textOfReport(report)).toContain(
      `  The service fails:\n    ${unknownPath}: status 503, text/html, three times; asked for\n      http.path.unknown\n`,
    );
  });

  it("that got three different problems is unknown, and the service does not count as failing", async () => {
    const problems = [502, 503, 504];
    const { report } = await checkedBehind(
      ({ line, before }) => (line === unknownPath ? page(problems[before] ?? 500) : null),
      ["http.path.unknown"],
    );
    expect(rulesWith(report, "denied")).toEqual([]);
    expect(report.failing).toEqual([]);
  });

  it("that is not JSON three times is evidence for http.json alone", async () => {
    const { report } = await checkedBehind(
      ({ line }) => (line === unknownPath ? page(404) : null),
      ["http.json", "http.path.unknown"],
    );
    expect(rulesWith(report, "denied")).toEqual(["http.json"]);
    expect(report.verdicts.find(({ rule }) => rule === "http.json")?.evidence).toEqual([
      {
        request: unknownPath,
        part: "documented",
        expected: { type: "application/json", isObject: true },
        seen: { type: "text/html", isObject: false },
      },
    ]);
    expect(rulesWith(report, "unknown")).toContain("http.path.unknown");
    expect(report.failing).toEqual([]);
  });

  it("is no such GET if it is 429 with a page: the key has to wait", async () => {
    const { report, waits } = await checkedBehind(
      ({ line, before }) => (line === unknownPath && before === 0 ? page(429) : null),
      ["http.path.unknown"],
    );
    expect(waits).toEqual([[61_000, "quota"]]);
    expect(rulesWith(report, "confirmed")).toEqual(["http.path.unknown"]);
  });

  it.each(["application/json; charset=utf-8", "application/problem+json"])(
    "is no such GET if its type is %s",
    async (type) => {
      const body = JSON.stringify({ message: "No" });
      const answer = () => new Response(body, { status: 404, headers: { "content-type": type } });
      const { report, waits } = await checkedBehind(
        (seen) => (isFor("no-such-resource")(seen) ? answer() : null),
        ["http.path.unknown"],
      );
      expect(waits).toEqual([]);
      expect(rulesWith(report, "confirmed")).toEqual(["http.path.unknown"]);
    },
  );
});

/** A POST that cannot create a Lead. */
function isPost({ line, body }: SeenRequest): boolean {
  return line.startsWith("POST") && !body.includes("@");
}

describe("a request that changes something, without an answer of the service", () => {
  it.each(["PATCH", "DELETE"])("is not sent again if it is a %s", async (method) => {
    const { report, sent } = await checkedBehind(
      ({ line }) => (line.startsWith(`${method} /v1/leads/`) ? page(504) : null),
      ["auth.permissions"],
    );
    const times = sent.filter(({ line }) => line.startsWith(`${method} /v1/leads/`));
    expect(times.map(({ before }) => before)).toEqual([0]);
    expect(rulesWith(report, "denied")).toEqual([]);
    expect(report.failing).toEqual([]);
  });

  it("says nothing about a limit if it is the 413 page of a proxy, and is not sent again", async () => {
    const { report, sent } = await checkedBehind(
      ({ body }) => (body.length > 1_000_000 ? page(413) : null),
      ["http.body.too-large"],
    );
    expect(sent.filter(({ body }) => body.length > 1_000_000)).toHaveLength(1);
    expect(report.verdicts.find(({ rule }) => rule === "http.body.too-large")).toMatchObject({
      verdict: "unknown",
      reason: "The service gave no answer: status 413, text/html",
    });
  });

  it("is asked again with another person if it is a create", async () => {
    let creates = 0;
    const { report, sent, waits } = await checkedBehind(
      ({ line }) => {
        if (!line.startsWith("POST")) return null;
        creates += 1;
        return creates <= 2 ? page(504) : null;
      },
      ["lead.create.firm"],
    );
    const posts = sent.filter(({ line }) => line.startsWith("POST"));
    expect(new Set(posts.map(({ body }) => body)).size).toBe(3);
    expect(waits.map(([ms]) => ms)).toEqual([1_000, 3_000]);
    expect(rulesWith(report, "confirmed")).toEqual(["lead.create.firm"]);
  });

  it("is not asked again if it names a person whom the service knows", async () => {
    const { report, sent } = await checkedBehind(
      ({ body, line }) => (line.startsWith("POST") && body.includes("Other") ? page(504) : null),
      ["lead.unique"],
    );
    const emails = sent.flatMap(({ body }) => /"email":"[^"]+"/.exec(body) ?? []);
    const seconds = sent.filter(({ body }) => body.includes("Other"));
    expect(seconds.length).toBeGreaterThan(0);
    expect(seconds.filter(({ before }) => before > 0)).toEqual([]);
    expect(emails.length - new Set(emails).size).toBe(seconds.length);
    expect(rulesWith(report, "denied")).toEqual([]);
  });

  it("leaves every rule unknown if no create is ever answered, and lists the request once", async () => {
    const { report } = await checkedBehind(
      ({ line }) => (line.startsWith("POST") ? page(500, "application/json") : null),
      ["lead.create.firm", "lead.get"],
    );
    expect(rulesWith(report, "denied")).toEqual([]);
    expect(report.failing).toEqual([
      {
        request: "POST /v1/firms/Harb0rPt/leads",
        problem: "status 500, application/json",
        rules: ["lead.create.firm", "lead.get"],
      },
    ]);
  });

  it("is asked again for http.json if it cannot create, and is then evidence", async () => {
    const { report, sent } = await checkedBehind(
      (seen) => (isPost(seen) ? page(422, "text/plain") : null),
      ["http.json"],
    );
    expect(sent.filter(isPost).map(({ before }) => before)).toEqual([0, 1, 2]);
    expect(rulesWith(report, "denied")).toEqual(["http.json"]);
  });
});

describe("a service that stops answering", () => {
  it("ends the check after ten sendings in a row, lost connections among them", async () => {
    let at = 0;
    const { report, sent } = await checkedBehind(() => {
      at += 1;
      if (at < 12) return null;
      if (at % 2 === 0) throw new TypeError("fetch failed", { cause: new Error("closed") });
      return page(503);
    }, ["lead.create.firm", "lead.fields", "list.order", "list.limit"]);
    expect(report.stopped).toEqual({
      cause: "unreachable",
      reason:
        "http://partner.localhost gave no answer to 10 requests in a row. The last: status 503, text/html.",
    });
    expect(sent).toHaveLength(21);
    expect(rulesWith(report, "denied")).toEqual([]);
  });

  it("uses up the budget with what is sent again", async () => {
    const { report, sent } = await checkedBehind(
      ({ line }) => (line === unknownPath ? page(503) : null),
      ["http.path.unknown"],
      { requestsMax: 3 },
    );
    expect(sent).toHaveLength(3);
    expect(report.stopped?.cause).toBe("budget");
  });
});

describe("a difference that may be due to a rule without an answer", () => {
  it("denies nothing", async () => {
    const { report } = await checkedBehind(
      ({ line }) => {
        if (line.includes("colour")) return Response.json({ message: "No" }, { status: 418 });
        return line.includes("lastName") ? page(503) : null;
      },
      ["list.filter", "list.filter.unknown-field"],
    );
    expect(rulesWith(report, "denied")).toEqual([]);
    const unfiltered = report.verdicts.find(({ rule }) => rule === "list.filter.unknown-field");
    expect(unfiltered).toMatchObject({
      verdict: "unknown",
      reason: "It can only be judged when list.filter is answered",
    });
  });
});

describe("a check with patience", () => {
  it("asks until the key is allowed again, less and less often", async () => {
    const { report, waits } = await checkedBehind(
      ({ line, before }) => (line === unknownPath && before < 4 ? page(429) : null),
      ["http.path.unknown"],
      { isPatient: true },
    );
    expect(waits.map(([ms]) => ms)).toEqual([61_000, 120_000, 300_000, 300_000]);
    expect(rulesWith(report, "confirmed")).toEqual(["http.path.unknown"]);
  });

  it("waits as long as Retry-After says, in seconds or as a date", async () => {
    const until = new Date(Date.now() + 600_000).toUTCString();
    const refused = ["1800", until].map(
      (value) => () => Response.json({}, { status: 429, headers: { "retry-after": value } }),
    );
    const { waits } = await checkedBehind(
      ({ line, before }) => (line === unknownPath ? (refused[before]?.() ?? null) : null),
      ["http.path.unknown"],
      { isPatient: true },
    );
    expect(waits[0]).toEqual([1_800_000, "quota"]);
    expect(waits[1]?.[0]).toBeGreaterThan(590_000);
    expect(waits[1]?.[0]).toBeLessThanOrEqual(600_000);
  });
});

describe("an interruption", () => {
  it("ends the check, and keeps what was found", async () => {
    const stop = new AbortController();
    const { report } = await checkedBehind(
      ({ line }) => {
        if (line.includes("/leads/")) stop.abort();
        return null;
      },
      ["http.path.unknown", "lead.get", "lead.delete"],
      { signal: stop.signal },
    );
    expect(report.stopped).toEqual({ cause: "interrupted", reason: "The check was interrupted." });
    expect(rulesWith(report, "confirmed")).toEqual(["http.path.unknown"]);
  });
});
