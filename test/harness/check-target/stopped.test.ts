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

  it("reports a service that fails three times", async () => {
    const asked = await startAsked();
    await asked.client.faults.plan({ match: {}, then: { status: 503 } });
    const { stopped, requests } = await check(asked, sharedReference());
    expect({ requests, stopped }).toEqual({
      requests: 3,
      stopped: {
        cause: "unreachable",
        reason: `${asked.url} cannot be reached: status 503, application/json.`,
      },
    });
  });

  it("reports that a page answers at the base URL", async () => {
    const asked = await startAsked();
    const page = changed(
      () => new Response("<h1>Hi</h1>", { headers: { "content-type": "text/html" } }),
    );
    const { stopped } = await check(asked, sharedReference(), { fetch: page });
    expect(stopped).toEqual({
      cause: "refused",
      reason: "No check was made: there is no Lead API at this base URL (status 200, text/html).",
    });
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
  it("goes on when one request never gets an answer, and prepares again what a lost connection interrupted", async () => {
    const asked = await startAsked();
    const { faults } = asked.client;
    await faults.plan({ match: { path: "/v1/no-such-resource" }, then: { kind: "reset" } });
    const match = { method: "DELETE", path: "/v1/leads/*" };
    await faults.plan({ match, then: { kind: "reset" }, times: 1 });
    const report = await check(asked, sharedReference());
    expect(report).toMatchObject({ stopped: null, lost: 4 });
    const unknown = report.verdicts.filter(({ reason }) => reason.includes("connection was lost"));
    expect(unknown.map(({ rule, verdict }) => ({ rule, verdict }))).toEqual([
      { rule: "http.path.unknown", verdict: "unknown" },
    ]);
    const parts = report.verdicts.flatMap(({ rule, parts: { notAsked } }) =>
      notAsked
        .filter(({ reason }) => reason.includes("connection was lost"))
        .map(({ part }) => `${rule}#${part}`),
    );
    expect(parts.filter((part) => part !== "http.path.unknown#whole")).toHaveLength(1);
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    expect(textOfReport(report)).toContain(
      "  The service gave no answer to 4 requests. What stayed without one is unknown.",
    );
  });

  it("stops after ten lost connections in a row, and keeps the results so far", async () => {
    const asked = await startAsked({ assumptions: { "error.all-fields": "first-only" } });
    let requests = 0;
    const report = await check(asked, sharedReference(), {
      async fetch(request) {
        requests += 1;
        if (requests > 180) throw new TypeError("fetch failed", { cause: new Error("closed") });
        return fetch(request);
      },
    });
    expect(report.stopped).toEqual({
      cause: "unreachable",
      reason: `${asked.url} gave no answer to 10 requests in a row. The last: its connection was lost (closed).`,
    });
    expect(requests).toBe(190);
    expect(report.assumptions).toEqual({ "error.all-fields": "first-only" });
    expect(report.verdicts.find(({ rule }) => rule === "lead.delete")).toMatchObject({
      verdict: "unknown",
      reason: "It came to an end before",
    });
  });

  it("keeps the denied rules found before its budget is used up", async () => {
    const asked = await startAsked({ assumptions: { "error.all-fields": "first-only" } });
    const report = await check(asked, sharedReference(), { requestsMax: 180 });
    expect(report.assumptions).toEqual({ "error.all-fields": "first-only" });
  });
});

/** The service without a documented field of its Leads. */
const withoutConvertedAt = changed(async (_request, answer) => {
  const text = (await answer.text()).replaceAll(/,"convertedAt":null/g, "");
  return new Response(text, { status: answer.status, headers: answer.headers });
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
    const { verdicts } = await check(asked, sharedReference(), { fetch: withoutConvertedAt });
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
});

/** A gateway in front of the service that answers some requests itself, by their number. */
function behind(
  isGateway: (request: number) => boolean,
  page: () => Response,
  service: (request: Request) => Promise<Response> = fetch,
) {
  let requests = 0;
  return async (request: Request): Promise<Response> => {
    requests += 1;
    return isGateway(requests) ? page() : service(request);
  };
}

const html = { headers: { "content-type": "text/html" } };

describe("a service behind a gateway", () => {
  it.each([
    { name: "a page with 404 at every tenth request", isGateway: everyTenth, status: 404 },
    { name: "502 at every seventh request", isGateway: (at: number) => at % 7 === 3, status: 502 },
  ])("has no rule denied because of $name", async ({ isGateway, status }) => {
    const asked = await startAsked();
    const gateway = behind(isGateway, () => new Response("<h1>Busy</h1>", { ...html, status }));
    const report = await check(asked, sharedReference(), { fetch: gateway });
    expect(report.verdicts.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    expect(report).toMatchObject({ stopped: null, failing: [] });
    expect(report.lost).toBeGreaterThan(0);
  });

  it("has the rule denied that the service itself contradicts, and no other", async () => {
    const asked = await startAsked();
    const gateway = behind(
      everyTenth,
      () => new Response("<h1>Busy</h1>", html),
      withoutConvertedAt,
    );
    const report = await check(asked, sharedReference(), { fetch: gateway });
    const denied = report.verdicts.filter(({ verdict }) => verdict === "denied");
    expect(denied.map(({ rule }) => rule)).toEqual(["lead.fields"]);
  });
});

function everyTenth(at: number): boolean {
  return at % 10 === 5;
}
