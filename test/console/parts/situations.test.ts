import { describe, expect, it } from "vitest";

import { sentenceOf } from "../../../src/console/faults/situations.ts";

const slow = { delayMs: 5_000 };

describe("a fault as a sentence", () => {
  it.each([
    [{ then: slow, times: 1 }, "The next request: carried out, delayed by 5 s."],
    [
      { then: { status: 503 }, times: 3, match: { method: "post", path: "/v1/leads" } },
      "The next 3 POST requests to /v1/leads: not carried out, answered 503.",
    ],
    [
      { then: { kind: "reset", when: "after" }, match: { operationId: "createLead" } },
      "Every request of createLead: carried out, its connection cut.",
    ],
    [
      { then: { kind: "hang" }, times: null, match: { apiKeyId: "HPkeySbx" } },
      "Every request with the key HPkeySbx: not carried out, never answered.",
    ],
    [{ then: { kind: "hold" }, times: 1 }, "The next request: held until it is released."],
  ] as const)("%j is %j", (fault, sentence) => {
    expect(sentenceOf(fault)).toBe(sentence);
  });
});
