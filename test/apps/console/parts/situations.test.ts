import { describe, expect, it } from "vitest";

import { sentenceOf } from "../../../../src/apps/console/faults/situations.ts";

const slow = { delayMs: 5_000 };

describe("a fault as a sentence", () => {
  it.each([
    [{ then: slow, times: 1 }, "The next request is delayed by 5 s, then carried out."],
    [
      { then: { status: 503 }, times: 3, match: { method: "post", path: "/v1/leads" } },
      "The next 3 POST requests to /v1/leads are answered with 503 and not carried out.",
    ],
    [
      { then: { kind: "reset", when: "after" }, match: { operationId: "createLead" } },
      "Every request of createLead is carried out, then cut off.",
    ],
    [
      { then: { status: 500, delayMs: 2_000, when: "after" }, times: 2 },
      "The next 2 requests are carried out, then delayed by 2 s, answered with 500.",
    ],
    [
      { then: { kind: "hang" }, times: null, match: { apiKeyId: "HPkeySbx" } },
      "Every request with the key HPkeySbx is never answered and not carried out.",
    ],
    [{ then: { kind: "hold" }, times: 1 }, "The next request is held until released."],
  ] as const)("%j is %j", (fault, sentence) => {
    expect(sentenceOf(fault)).toBe(sentence);
  });
});
