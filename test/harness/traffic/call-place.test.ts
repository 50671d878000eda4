import { describe, expect, it } from "vitest";

import { callPlaceOf } from "../../../src/harness/traffic/call-place.ts";
import { surfaceOfHost } from "../../../src/harness/traffic/read-call.ts";

describe("the place of a call", () => {
  it.each([
    ["GET", "/v1/firms/F/leads", "get-leads-for-firm", "", "/v1/firms/F/leads"],
    ["GET", "/firms/F/leads", "get-leads-for-firm", "", "/firms/F/leads"],
    [
      "GET",
      "/lead-api/eu/v1/firms/F/leads",
      "get-leads-for-firm",
      "/lead-api/eu",
      "/v1/firms/F/leads",
    ],
    ["GET", "/v1/v2/firms/F/leads", "get-leads-for-firm", "/v1", "/v2/firms/F/leads"],
    ["GET", "/v1/leads/", "get-leads", "", "/v1/leads/"],
    ["GET", "/partner/leads/abcd1234", "get-lead", "/partner", "/leads/abcd1234"],
    ["HEAD", "/v1/leads/L1", "get-lead", "", "/v1/leads/L1"],
    ["PATCH", "/v1/leads/L1", "patch-Lead", "", "/v1/leads/L1"],
    ["PUT", "/v1/leads/maya@example.com", "PUT /leads/{leadId}", "", "/v1/leads/maya@example.com"],
  ])("%s %s is %s after %j", (method, pathname, operation, basePath, path) => {
    expect(callPlaceOf(method, pathname)).toMatchObject({ operation, basePath, path });
  });

  it.each(["/v1/leads/L1/summary", "/v1/leads//", "/v1//leads/x/y", "/", "", "/v1", "/LEADS"])(
    "%j is none",
    (pathname) => expect(callPlaceOf("GET", pathname)).toBeNull(),
  );

  it("decodes what the path names, and keeps what does not decode", () => {
    expect(callPlaceOf("GET", "/v1/leads/a%20b")?.params).toEqual({ leadId: "a b" });
    expect(callPlaceOf("GET", "/v1/leads/%E0%A4%A")?.params).toEqual({ leadId: "%E0%A4%A" });
  });
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
