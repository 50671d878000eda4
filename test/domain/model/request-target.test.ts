import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { hostName, targetOf } from "../../../src/domain/model/request-target.ts";

const url = fc.webUrl({ withQueryParameters: true, withFragments: true });

describe("the target of a request", () => {
  it("equals that of its parsed URL, for any URL", () => {
    fc.assert(
      fc.property(url, fc.constantFrom("", "?", "#", "?a?b#c?d", "#/e?f"), (start, end) => {
        const { url: given } = new Request(start + end);
        const { host, pathname: path, search } = new URL(given);
        expect(targetOf(given)).toEqual({ host, path, query: search.slice(1) });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [
      "http://partner.localhost:4010/v1/leads?limit=1",
      "partner.localhost:4010",
      "partner.localhost",
    ],
    ["https://example.com/", "example.com", "example.com"],
    ["http://[::1]:80/a", "[::1]", "[::1]"],
    ["http://[::1]:4010/a", "[::1]:4010", "[::1]"],
    ["http://127.0.0.1:4010/?", "127.0.0.1:4010", "127.0.0.1"],
  ])("of %s has the host %s with the name %s", (text, host, name) => {
    const target = targetOf(new Request(text).url);
    expect(target.host).toBe(host);
    expect(hostName(target.host)).toBe(name);
  });
});
