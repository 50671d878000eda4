import { describe, expect, it } from "vitest";

import { textOfReport } from "../../../src/harness/check-target/report.ts";
import { serve } from "../../support/serve.ts";
import type { Asked } from "./target.ts";
import { check, facts, sharedReference, startAsked } from "./target.ts";

/** The fetch of `asked` with the answers that `change` replaces. */
function changed(change: (request: Request, answer: Response) => Response | Promise<Response>) {
  return async (request: Request): Promise<Response> => change(request, await fetch(request));
}

/** Checks a service with all facts; returns the report and the number of requests. */
async function ended(asked: Asked, texts: Partial<typeof facts> = {}) {
  const report = await check(asked, sharedReference(), { facts: { ...facts, ...texts } });
  const { requests, stopped } = report;
  const isSilent = report.verdicts.every(({ verdict }) => verdict === "unknown");
  return { requests, stopped, isSilent, journal: (await asked.journal()).length };
}

describe("a check that cannot begin", () => {
  it.each([
    {
      name: "an invalid key",
      texts: { apiKey: "99999999-9999-4999-8999-999999999999" },
      reason: "No check was made: the key is not taken there (401).",
    },
    {
      name: "an unknown Firm",
      texts: { firmId: "n0Such00" },
      reason:
        "No check was made: there is no Firm n0Such00 for this key, or no Lead API at this base URL (404).",
    },
    {
      name: "a key of the other API",
      texts: { apiKey: "33333333-3333-4333-8333-333333333333" },
      reason: "No check was made: the key may not read the Leads of the Firm Harb0rPt (403).",
    },
  ])("reports $name after one request, and denies nothing", async ({ texts, reason }) => {
    const stopped = { cause: "refused", reason };
    expect(await ended(await startAsked(), texts)).toEqual({
      requests: 1,
      stopped,
      isSilent: true,
      journal: 1,
    });
  });

  it("reports a service that answers with a server error", async () => {
    const asked = await startAsked();
    await asked.client.faults.plan({ match: {}, then: { status: 503 }, times: 1 });
    const { stopped } = await check(asked, sharedReference());
    expect(stopped?.reason).toBe(
      "No check was made: the Leads of the Firm Harb0rPt are answered with 503.",
    );
  });

  it("does not follow a redirect to another host with the key", async () => {
    const asked = await startAsked();
    const url = await serve((request, response) => {
      response.writeHead(307, { location: `${asked.url}${request.url ?? ""}` }).end();
    });
    const { stopped, requests } = await check({ ...asked, url }, sharedReference());
    expect(stopped?.cause).toBe("refused");
    expect(stopped?.reason).toContain(`${url} redirects to ${asked.url}/v1/firms/Harb0rPt/leads`);
    expect(requests).toBe(1);
    expect(await asked.journal()).toEqual([]);
  });

  it("reports that no server listens", async () => {
    const asked = await startAsked();
    const { stopped } = await check({ ...asked, url: "http://127.0.0.1:1" }, sharedReference());
    expect(stopped).toEqual({
      cause: "unreachable",
      reason: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: .+\.$/),
    });
    expect(stopped?.reason).not.toContain("fetch failed");
  });
});

describe("a check that is interrupted", () => {
  it("goes on after one lost connection, and reports what that request asked as unknown", async () => {
    const asked = await startAsked();
    await asked.client.faults.plan({
      match: { path: "/v1/no-such-resource" },
      then: { kind: "reset" },
    });
    const report = await check(asked, sharedReference());
    expect(report).toMatchObject({ stopped: null, lost: 1 });
    const unknown = report.verdicts.filter(({ reason }) => reason.includes("connection was lost"));
    expect(unknown.map(({ rule, verdict }) => ({ rule, verdict }))).toEqual([
      { rule: "http.path.unknown", verdict: "unknown" },
    ]);
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    expect(textOfReport(report)).toContain("  1 request got no answer; what it asks is unknown.");
  });

  it("prepares again what a lost connection interrupted", async () => {
    const asked = await startAsked();
    const match = { method: "DELETE", path: "/v1/leads/*" };
    await asked.client.faults.plan({ match, then: { kind: "reset" }, times: 1 });
    const report = await check(asked, sharedReference());
    const unknown = report.verdicts.flatMap(({ parts }) =>
      parts.notAsked.filter(({ reason }) => reason.includes("connection was lost")),
    );
    expect(report).toMatchObject({ stopped: null, lost: 1 });
    expect(unknown).toHaveLength(1);
  });

  it("stops after three lost connections in a row, and keeps the results so far", async () => {
    const asked = await startAsked({ assumptions: { "error.all-fields": "first-only" } });
    let requests = 0;
    const report = await check(asked, sharedReference(), {
      async fetch(request) {
        requests += 1;
        if (requests > 40) throw new TypeError("fetch failed", { cause: new Error("closed") });
        return fetch(request);
      },
    });
    expect(report.stopped).toEqual({
      cause: "unreachable",
      reason: `${asked.url} cannot be reached, 3 times in a row: closed.`,
    });
    expect(requests).toBe(43);
    expect(report.assumptions).toEqual({ "error.all-fields": "first-only" });
    expect(report.verdicts.find(({ rule }) => rule === "lead.get")).toMatchObject({
      verdict: "unknown",
      reason: "It came to an end before",
    });
  });
});

describe("a service that matches no alternative", () => {
  it("gets a denied rule without an alternative, with its behaviour", async () => {
    const asked = await startAsked();
    const gone = changed((request, answer) =>
      request.url.endsWith("/no-such-resource")
        ? Response.json({ message: "Gone" }, { status: 410 })
        : answer,
    );
    const report = await check(asked, sharedReference(), { fetch: gone });
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([
      {
        rule: "http.path.unknown",
        verdict: "denied",
        parts: { asked: ["whole"], denied: ["whole"], notAsked: [] },
        denies: "documented",
        choice: null,
        reason: "It does not do what the interface says.",
        evidence: [
          {
            request: "GET /v1/no-such-resource",
            part: "documented",
            expected: { status: 404, hasMessage: true },
            seen: { status: 410, hasMessage: true },
          },
        ],
      },
    ]);
    expect(report.assumptions).toEqual({});
  });

  it("gets one denied rule for a missing field", async () => {
    const asked = await startAsked();
    const without = changed(async (_request, answer) => {
      const text = (await answer.text()).replaceAll(/,"convertedAt":null/g, "");
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const { verdicts } = await check(asked, sharedReference(), { fetch: without });
    const denied = verdicts.filter(({ verdict }) => verdict === "denied").map(({ rule }) => rule);
    expect(denied).toEqual(["lead.fields"]);
  });

  it("gets one denied rule for records that are not JSON", async () => {
    const asked = await startAsked();
    const broken = changed(async (_request, answer) => {
      const text = (await answer.text()).replaceAll(/"convertedAt":null/g, "");
      return new Response(text, { status: answer.status, headers: answer.headers });
    });
    const { verdicts } = await check(asked, sharedReference(), { fetch: broken });
    const denied = verdicts.filter(({ verdict }) => verdict === "denied").map(({ rule }) => rule);
    expect(denied).toEqual(["http.json"]);
  });

  it("gets a denied rule for an answer that is not JSON", async () => {
    const asked = await startAsked();
    const html = changed((request, answer) =>
      request.url.endsWith("/no-such-resource")
        ? new Response("<h1>Not found</h1>", { status: 404 })
        : answer,
    );
    const { verdicts } = await check(asked, sharedReference(), { fetch: html });
    expect(verdicts.find(({ rule }) => rule === "http.path.unknown")).toMatchObject({
      verdict: "denied",
      evidence: [{ seen: { status: 404, hasMessage: false } }],
    });
  });
});
