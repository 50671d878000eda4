/** Recorded traffic: operations, people, surfaces and keys. */
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { keySafe } from "../../../src/harness/assess/checks/requests.ts";
import { operationsIn } from "../../../src/harness/assess/runs/operation-of.ts";
import type { TrafficEntry } from "../../../src/harness/assess/runs/traffic.ts";
import { surfaceOfHost, trafficRun } from "../../../src/harness/assess/runs/traffic.ts";
import { maya } from "./made-up.ts";

const document: unknown = JSON.parse(readFileSync("contracts/openapi/lead-api.json", "utf8"));
const operationOf = operationsIn(document);
const key = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

function entry(url: string, given: Partial<TrafficEntry> = {}): TrafficEntry {
  return {
    startedAt: 1_000,
    durationMs: 20,
    method: "GET",
    url: new URL(url, "https://api.partner.provider.example"),
    requestHeaders: new Map([["x-api-key", key]]),
    requestBody: "",
    status: 200,
    responseHeaders: new Map(),
    responseBody: '{"data":[]}',
    ...given,
  };
}

const traffic = (...entries: readonly TrafficEntry[]) =>
  trafficRun(entries, "har", 1, { operationOf, surfaceOf: surfaceOfHost });

describe("an operation", () => {
  it.each([
    ["GET", "/v1/firms/F/leads", "get-leads-for-firm"],
    ["GET", "/firms/F/leads", "get-leads-for-firm"],
    ["GET", "/lead-api/eu/v1/firms/F/leads", "get-leads-for-firm"],
    ["GET", "/v1/v2/firms/F/leads", null],
    ["GET", "/v1/leads/L1", "get-lead"],
    ["PATCH", "/v1/leads/L1", "patch-Lead"],
    ["PUT", "/v1/leads/maya@example.com", "PUT /leads/{leadId}"],
    ["GET", "/v1/leads/L1/summary", null],
    ["GET", "/", null],
  ])("%s %s is %s", (method, path, expected) => {
    expect(operationOf(method, path)).toBe(expected);
  });

  it.each([null, 7, [], { paths: null }, { paths: { "/a": null, "/b": { get: 3 } } }])(
    "of the document %j does not exist",
    (strange) => expect(operationsIn(strange)("GET", "/a")).toBeNull(),
  );
});

it("of a journal is no violation of key.safe for plain HTTP, which is how a sandbox is reached", () => {
  const entries = [entry("http://sandbox:4610/v1/leads")];
  const reading = { operationOf, surfaceOf: surfaceOfHost };
  const verdicts = (["har", "journal"] as const).map(
    (source) => keySafe([trafficRun(entries, source, 1, reading)])?.verdict,
  );
  expect(verdicts).toEqual(["violated", "shown"]);
});

describe("the surface of a host", () => {
  it.each([
    ["api.partner.dit.provider.example", "partner-sandbox"],
    ["api.partner.provider.example:443", "partner-production"],
    ["realtor-production.localhost:4610", "realtor-production"],
    ["127.0.0.1:4610", null],
    ["leads.shop.example", null],
  ])("%s is %s", (host, expected) => expect(surfaceOfHost(host)).toBe(expected));
});

describe("the run of a recording", () => {
  it("is in the order of time, with times since its first entry", () => {
    const { calls } = traffic(entry("/v1/leads/L2", { startedAt: 3_000 }), entry("/v1/leads/L1"));
    expect(calls.map(({ path, sentAtMs, answeredAtMs }) => [path, sentAtMs, answeredAtMs])).toEqual(
      [
        ["/v1/leads/L1", 0, 20],
        ["/v1/leads/L2", 2_000, 2_020],
      ],
    );
  });

  it("knows people by body, by the answers before, and else not at all", () => {
    const sent = JSON.stringify({ email: "Maya@Example.com" });
    const answer = JSON.stringify({ data: { id: "L1", email: maya } });
    const { calls } = traffic(
      entry("/v1/firms/F/leads", { method: "POST", requestBody: sent, responseBody: answer }),
      entry("/v1/leads/L1", { startedAt: 2_000, status: 404, responseBody: null }),
      entry("/v1/leads/L9", { startedAt: 3_000, status: 404, responseBody: null }),
      entry("/v1/leads/%E0%A4%A", { startedAt: 4_000 }),
    );
    expect(calls.map(({ subject }) => subject)).toEqual([maya, maya, null, null]);
  });

  it("leaves out other paths, and is empty without any of the API", () => {
    expect(traffic(entry("/logo.png"), entry("/v1/leads/L1")).calls).toHaveLength(1);
    expect(traffic().durationMs).toBe(0);
  });

  it.each([
    ["nowhere", entry("/v1/leads/L1"), null],
    ["in the URL", entry(`/v1/leads/L1?k=${key}`), "url"],
    ["in a path, encoded", entry(`/v1/leads/${key.replaceAll("-", "%2D")}`), "url"],
    ["in a parameter that holds keys", entry("/v1/leads/L1?api_key=abc"), "url"],
    ["in a hidden parameter", entry("/v1/leads/L1?k=3f25…redacted"), "url"],
    ["in a word of its own", entry("/v1/leads/L1?q=redacted@crm.example"), null],
    ["in the body", entry("/v1/leads/L1", { requestBody: `{"k":"${key}"}` }), "body"],
    [
      "in a field that holds keys",
      entry("/v1/leads/L1", { requestBody: '{"apiKey":"a"}' }),
      "body",
    ],
    ["another UUID in the URL", entry(`/v1/leads/L1?id=${key.replace("3f", "4f")}`), null],
  ])("sees a key %s", (_name, one, expected) => {
    expect(traffic(one).calls[0]?.keyIn).toBe(expected);
  });

  it("has no pauses and keeps only the headers that it needs", () => {
    const headers = new Map([
      ["user-agent", "a"],
      ["cookie", "s=1"],
      ["x-api-key", key],
    ]);
    const run = traffic(entry("/v1/leads/L1", { requestHeaders: headers }));
    expect(run.stalls).toBeNull();
    expect(run.calls[0]?.headers).toEqual({ "user-agent": "a" });
    expect(JSON.stringify(run)).not.toContain(key);
  });

  it.each([
    ["http://localhost:4610", true],
    ["http://a.localhost", true],
    ["http://127.1.2.3", true],
    ["http://[::1]:80", true],
    ["http://127.0.0.1.evil.example", false],
    ["http://10.0.0.7", false],
  ])("%s is loopback: %s", (origin, expected) => {
    expect(traffic(entry(`${origin}/v1/leads/L1`)).calls[0]?.isLoopback).toBe(expected);
  });
});
