/** Recorded traffic as a run: people, keys and times. */
import { inspect } from "node:util";

import { describe, expect, it } from "vitest";

import { keySafe } from "../../../src/harness/assess/checks/requests.ts";
import type { TrafficCall } from "../../../src/harness/assess/runs/traffic.ts";
import { trafficRun } from "../../../src/harness/assess/runs/traffic.ts";
import { callPlaceOf } from "../../../src/harness/traffic/call-place.ts";
import { noBody } from "../../../src/harness/traffic/decode-body.ts";
import type { HarEntry } from "../../../src/harness/traffic/har-entry.ts";
import { recordedCall } from "../../../src/harness/traffic/read-call.ts";
import { maya } from "./made-up.ts";

const key = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

interface Written {
  readonly startedAt?: number;
  readonly method?: string;
  readonly status?: number;
  readonly requestHeaders?: ReadonlyMap<string, string>;
  readonly requestBody?: string;
  readonly responseBody?: string | null;
}

/** The call of a recorded entry, with a key unless `given` has other headers. */
function entry(target: string, given: Written = {}): TrafficCall {
  const { startedAt = 1_000, method = "GET", status = 200 } = given;
  const url = new URL(target, "https://api.partner.provider.example");
  const place = callPlaceOf(method, url.pathname);
  if (place === null) throw new Error(`${target} has no documented path.`);
  const recorded: HarEntry = {
    number: 1,
    startedAt,
    durationMs: 20,
    method,
    url,
    requestHeaders: given.requestHeaders ?? new Map([["x-api-key", key]]),
    requestBody: noBody,
    status,
    responseHeaders: new Map(),
    responseBody: noBody,
  };
  const { requestBody: body = "", responseBody: answer = '{"data":[]}' } = given;
  return recordedCall({ entry: recorded, file: 1, place }, { body, answer });
}

const traffic = (...calls: readonly TrafficCall[]) => trafficRun(calls, "har", 1);

it("of a journal is no violation of key.safe for plain HTTP, which is how a sandbox is reached", () => {
  const entries = [entry("http://sandbox:4610/v1/leads")];
  const verdicts = (["har", "journal"] as const).map(
    (source) => keySafe([trafficRun(entries, source, 1)])?.verdict,
  );
  expect(verdicts).toEqual(["violated", "shown"]);
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

  it("is empty without a call", () => {
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
    const [call] = run.calls;
    expect([...(call?.requestHeaders ?? [])]).toEqual([["user-agent", "a"]]);
    expect(inspect(run, { depth: null })).not.toContain(key);
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
