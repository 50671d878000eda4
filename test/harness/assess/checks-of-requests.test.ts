/** Checks of what a client sends, reads and tolerates. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { describe, expect, it } from "vitest";

import { judgeAll } from "../../../src/harness/assess/checks/checks.ts";
import { questionsOfRequests } from "../../../src/harness/assess/questions.ts";
import type { AssessedCall } from "../../../src/harness/assess/run.ts";
import {
  baseline,
  call,
  context,
  create,
  exit,
  lead,
  maya,
  page,
  read,
  reasonOf,
  run,
  verdictOf,
  world,
} from "./made-up.ts";

describe("query.effective", () => {
  const of = (...calls: readonly AssessedCall[]) =>
    verdictOf("query.effective", [run("baseline", calls)]).verdict;

  it.each([
    ["a page", call(0, { query: "limit=100&offset=0&order=%5B%5D&filter=%7B%7D" })],
    ["a scope", read(0, { query: "scope=withDeleted&include=Plans" })],
    ["no mail", create(0, { query: "disableClientOutreach=true" })],
  ])("is shown by %s", (_name, one) => expect(of(one)).toBe("shown"));

  it.each([
    ["includes", call(0, { query: "includes=Plans" })],
    ["an unknown name", call(0, { query: "page=2" })],
    ["an unknown name of a POST", create(0, { query: "silent=1" })],
    ["paging of one record", read(0, { query: "limit=1" })],
    ["a filter of one record", read(0, { query: "filter=%7B%7D" })],
  ])("is violated by %s", (_name, one) =>
    expect(of(one, call(100, { query: "limit=5" }))).toBe("violated"),
  );

  it.each([
    ["disableclientoutreach=true", "is `disableClientOutreach`"],
    ["disable_client_outreach=true", "is `disableClientOutreach`"],
    ["includes=Plans", "is `include`"],
    ["offest=20", "is `offset`"],
    ["Limit=5", "is `limit`"],
    ["page=2", "which the interface does not have"],
  ])("names the parameter that %s means", (query, expected) => {
    const reason = reasonOf("query.effective", [run("baseline", [create(0, { query })])]);
    expect(reason).toContain(expected);
  });

  it.each(["True", "1", ""])(
    "needs attention for disableClientOutreach=%s, a question",
    (value) => {
      const runs = [run("baseline", [create(0, { query: `disableClientOutreach=${value}` })])];
      expect(verdictOf("query.effective", runs).verdict).toBe("attention");
      expect(questionsOfRequests(runs)).toMatchObject([{ rule: "mail.opt-out.values" }]);
    },
  );

  it("asks no question about documented values", () => {
    const calls = [create(0, { query: "disableClientOutreach=false" })];
    expect(questionsOfRequests([run("baseline", calls)])).toEqual([]);
  });

  it.each(["get-referralCodes", "get-firmMembers-for-firm"])(
    "is shown by limit at %s",
    (operation) => {
      expect(of(call(0, { operation, query: "limit=5" }))).toBe("shown");
    },
  );

  it("is not exercised without a parameter", () => expect(of(call(0))).toBe("not-exercised"));
  it("is not exercised at an unknown path", () => {
    expect(of(call(0, { operation: "GET /health", query: "q=1" }))).toBe("not-exercised");
  });
});

describe("key.safe", () => {
  const of = (one: AssessedCall, source: "command" | "har" = "command") =>
    verdictOf("key.safe", [run("traffic", [one], { source })]).verdict;
  const remote = { isLoopback: false, scheme: "https" } as const;

  it("is shown by a call with its key in the header", () => {
    expect(of(call(0))).toBe("shown");
    expect(of(call(0, remote), "har")).toBe("shown");
  });

  it.each([
    ["a key in the URL", call(0, { keyIn: "url" })],
    ["a key in the body", call(0, { keyIn: "body" })],
    ["an Origin", call(0, { requestHeaders: new Map([["origin", "https://shop.test"]]) })],
    ["Sec-Fetch-Site", call(0, { requestHeaders: new Map([["sec-fetch-site", "cross-site"]]) })],
    ["plain HTTP to another machine", call(0, { ...remote, scheme: "http" })],
  ])("is violated by %s", (_name, one) => expect(of(one, "har")).toBe("violated"));

  it("is not violated by Sec-Fetch-Mode, which the fetch of Node sends", () => {
    expect(of(call(0, { requestHeaders: new Map([["sec-fetch-mode", "cors"]]) }))).toBe("shown");
  });

  it("is not exercised without a call", () => {
    expect(verdictOf("key.safe", [run("traffic", [])]).verdict).toBe("not-exercised");
  });

  it("does not show the key that it found in a path", () => {
    const key = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    const path = `/v1/leads/${key}/${maya}`;
    const found = verdictOf("key.safe", [run("traffic", [call(0, { keyIn: "url", path })])]);
    expect(found.verdict).toBe("violated");
    expect(JSON.stringify(found)).not.toContain(key);
  });
});

describe("schema.tolerant", () => {
  const changed = (name: string, verdict: "independent" | "dependent", isReached = true) =>
    run(`evolution:${name}`, [read(0, { isVaried: true })], { verdict, isReached });
  const three = ["a", "b", "c"].map((name) => changed(name, "independent"));

  it("is shown by three changes", () => {
    expect(verdictOf("schema.tolerant", three).verdict).toBe("shown");
  });

  it("is not exercised by two", () => {
    expect(verdictOf("schema.tolerant", three.slice(1)).verdict).toBe("not-exercised");
  });

  it("does not count a change without an effect", () => {
    const runs = [...three.slice(1), changed("d", "independent", false)];
    expect(verdictOf("schema.tolerant", runs).verdict).toBe("not-exercised");
  });

  it("does not count an answer without Date, which every client meets", () => {
    const runs = [...three.slice(1), changed("no-date", "independent")];
    expect(verdictOf("schema.tolerant", runs).verdict).toBe("not-exercised");
  });

  it.each([
    ["another form of time", "times-with-offset"],
    ["an answer without Date", "no-date"],
  ])("needs attention for %s, with the rule", (_name, variation) => {
    const runs = [...three, changed(variation, "dependent")];
    expect(verdictOf("schema.tolerant", runs).verdict).toBe("attention");
    expect(reasonOf("schema.tolerant", runs)).toContain("lead.timestamps.form");
  });

  it("is violated by one that the client notices", () => {
    const found = verdictOf("schema.tolerant", [...three, changed("d", "dependent")]);
    expect(found).toEqual({ verdict: "violated", evidence: ["evolution:d 1"] });
  });
});

describe("environment.right", () => {
  const surface = "partner-production";
  const of = (...calls: readonly AssessedCall[]) =>
    verdictOf("environment.right", [run("traffic", calls)]).verdict;
  const sending = (email: string, status = 201) =>
    create(0, { surface, status, body: JSON.stringify({ email }) });

  it("is shown by live calls", () => expect(of(sending("m@moss.ca"))).toBe("shown"));

  it.each(["m@example.com", "m@mail.EXAMPLE.org", "m@shop.test", "m@a.invalid", "m@x.example"])(
    "is violated by %s",
    (email) => expect(of(sending(email))).toBe("violated"),
  );

  it.each(["m@notexample.com", "m@example.com.ca", "m@contest.io"])(
    "is not violated by %s",
    (email) => expect(of(sending(email))).toBe("shown"),
  );

  it("is not violated by a refused create", () => {
    expect(of(sending("m@example.com", 422))).toBe("shown");
  });

  it("is not exercised by calls to the sandbox or an unknown host", () => {
    expect(of(create(0))).toBe("not-exercised");
    expect(of(create(0, { surface: null }))).toBe("not-exercised");
  });
});

describe("pages.complete", () => {
  const ascending = `order=${encodeURIComponent('[["createdAt","ASC"]]')}`;
  const of = (...calls: readonly AssessedCall[]) =>
    verdictOf("pages.complete", [run("many", calls)]).verdict;

  it("is shown by all pages in a stable order", () => {
    expect(of(page(0, [0, 20, 30], ascending), page(100, [20, 10, 30], ascending))).toBe("shown");
  });

  it("leaves a list whose page failed to export.whole", () => {
    const cut = run("page-503-on", [page(0, [0, 20, 30], ascending)]);
    expect(verdictOf("pages.complete", [cut]).verdict).toBe("not-exercised");
  });

  it("is shown by overlapping pages, newest first", () => {
    expect(of(page(0, [0, 20, 30]), page(100, [15, 15, 30]))).toBe("shown");
  });

  it("needs attention in an order that shifts", () => {
    expect(of(page(0, [0, 20, 30]), page(100, [20, 10, 30]))).toBe("attention");
  });

  it.each([
    ["the first page only", [page(0, [0, 20, 30], ascending)]],
    ["a gap", [page(0, [0, 10, 30], ascending), page(100, [20, 10, 30], ascending)]],
  ])("needs attention with %s", (_name, calls) => expect(of(...calls)).toBe("attention"));

  it("is not exercised by a client that fails between two pages, since it claims nothing", () => {
    const given = { exits: [exit(1)] };
    const failed = run("fault:outage", [page(0, [0, 20, 30], ascending)], given);
    expect(verdictOf("pages.complete", [failed]).verdict).toBe("not-exercised");
    const recorded = run("traffic", [page(0, [0, 20, 30], ascending)], { exits: [] });
    expect(verdictOf("pages.complete", [failed, recorded]).verdict).toBe("attention");
  });

  it("is not exercised by a list of one page", () => {
    expect(of(page(0, [0, 20, 20]))).toBe("not-exercised");
  });
});

describe("follow.converted", () => {
  const converted = [world(lead(maya, { state: "Converted" }))];
  const of = (...calls: readonly AssessedCall[]) =>
    verdictOf("follow.converted", [run("converted", calls, { worlds: converted })]).verdict;
  const gone = read(0, { status: 404, answer: '{"message":"Not found"}' });
  const followed = read(100, {
    query: "scope=withDeleted",
    answer: JSON.stringify({ data: { email: maya, convertedAt: "2026-03-02T09:00:00.000Z" } }),
  });

  it("is shown by an answer with convertedAt", () => {
    expect(of(followed)).toBe("shown");
    expect(of(gone, followed)).toBe("shown");
  });

  it("needs attention if the Lead is 404 and nothing reads it", () => {
    expect(of(gone)).toBe("attention");
  });

  it("is not exercised by the Lead of another Firm, which is 404 before, too", () => {
    const before = run("baseline", [gone], { verdict: null });
    const after = run("converted", [gone], { worlds: converted });
    expect(verdictOf("follow.converted", [before, after]).verdict).toBe("not-exercised");
  });

  it("is not exercised by Leads that are not converted", () => {
    expect(of(read(0))).toBe("not-exercised");
    expect(verdictOf("follow.converted", [run("converted", [gone])]).verdict).toBe("not-exercised");
  });
});

describe("polling.keeps-up", () => {
  const of = (lasting: number, late: number) =>
    verdictOf("polling.keeps-up", [baseline], { polling: { lasting, late, ticks: 90 } }).verdict;

  it("is shown without a finding", () => expect(of(0, 0)).toBe("shown"));
  it("is violated by a lasting finding", () => expect(of(1, 2)).toBe("violated"));
  it("needs attention with late findings", () => expect(of(0, 2)).toBe("attention"));
  it("is not exercised without simulate", () => {
    expect(verdictOf("polling.keeps-up", [baseline]).verdict).toBe("not-exercised");
  });
});

describe("quota.fits", () => {
  const runs = [run("baseline", [create(0), read(100)])];
  const every = (minutes: number) => ({ everyMs: minutes * 60_000 });

  it("is shown under the quota, and at it", () => {
    expect(verdictOf("quota.fits", runs, { ...every(15), quotaPerHour: 8 }).verdict).toBe("shown");
  });

  it("is violated over the quota", () => {
    const found = verdictOf("quota.fits", runs, { ...every(15), quotaPerHour: 7 });
    expect(found.verdict).toBe("violated");
  });

  it("counts the calls of other jobs with --also", () => {
    const of = (also: number) =>
      verdictOf("quota.fits", runs, { ...every(15), quotaPerHour: 10, also }).verdict;
    expect([of(2), of(3)]).toEqual(["shown", "violated"]);
  });

  it("gives advice about pages to a client that reads pages", () => {
    const adviceOf = (...calls: readonly AssessedCall[]) =>
      judgeAll([run("baseline", calls)], { ...context, ...every(15), quotaPerHour: 1 }).find(
        ({ check }) => check.id === "quota.fits",
      )?.advice;
    expect(adviceOf(create(0))).toBe("Run less often, or ask for a larger quota.");
    expect(adviceOf(page(0, [0, 20, 40]))).toBeUndefined();
  });

  it("counts all calls of a run in its hour, however rarely it runs", () => {
    const found = verdictOf("quota.fits", runs, { ...every(24 * 60), quotaPerHour: 1 });
    expect(found.verdict).toBe("violated");
  });

  it("counts the calls with the Leads of --leads", () => {
    const many = run(
      "leads",
      Array.from({ length: 30 }, (_, at) => read(at)),
    );
    const found = verdictOf("quota.fits", [...runs, many], { ...every(15), leads: 400 });
    expect(found).toMatchObject({
      verdict: "violated",
      evidence: ["leads 1", "leads 2", "leads 3"],
    });
  });

  it("needs attention without a schedule: figures only", () => {
    expect(verdictOf("quota.fits", runs).verdict).toBe("attention");
  });

  it("is not exercised without a command", () => {
    const traffic = run("traffic", [read(0)], { source: "har" });
    expect(verdictOf("quota.fits", [traffic], every(15)).verdict).toBe("not-exercised");
  });
});
