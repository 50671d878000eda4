import { describe, expect, it } from "vitest";

import type { Fault, FaultableRequest, FaultMatch } from "../../../src/domain/model/fault.ts";
import { faultIsActive, faultMatches } from "../../../src/domain/model/fault.ts";

const always: Fault = {
  id: "Fault001",
  match: {},
  then: { when: "before", status: 503 },
  times: null,
  probability: 1,
  startsAt: null,
  expiresAt: null,
  hits: 0,
};

describe("faultIsActive", () => {
  it.each<{ name: string; fault: Partial<Fault>; active: boolean }>([
    { name: "without any bound", fault: {}, active: true },
    { name: "without times, however often it met one", fault: { hits: 1_000 }, active: true },
    { name: "before the last time", fault: { times: 2, hits: 1 }, active: true },
    { name: "after the last time", fault: { times: 2, hits: 2 }, active: false },
    { name: "a millisecond before its start", fault: { startsAt: 1_001 }, active: false },
    { name: "at its start", fault: { startsAt: 1_000 }, active: true },
    { name: "a millisecond before its end", fault: { expiresAt: 1_001 }, active: true },
    { name: "at its end", fault: { expiresAt: 1_000 }, active: false },
    { name: "between start and end", fault: { startsAt: 999, expiresAt: 1_001 }, active: true },
    {
      name: "used up between start and end",
      fault: { startsAt: 0, expiresAt: 9_999, times: 1, hits: 1 },
      active: false,
    },
  ])("is $active $name", ({ fault, active }) => {
    expect(faultIsActive({ ...always, ...fault }, 1_000)).toBe(active);
  });
});

describe("faultMatches", () => {
  const request: FaultableRequest = {
    method: "POST",
    path: "/v1/firms/Harb0rPt/leads",
    operationId: "post-leads-for-firm",
    apiKeyId: "HPkeySbx",
  };
  const whole: FaultMatch = {
    method: "POST",
    path: "/firms/*/leads",
    operationId: "post-leads-for-firm",
    apiKeyId: "HPkeySbx",
  };

  it.each<{ name: string; match: FaultMatch }>([
    { name: "no part", match: {} },
    { name: "the method", match: { method: "POST" } },
    { name: "the method in lower case", match: { method: "post" } },
    { name: "a pattern of the path", match: { path: "/firms/{firmId}/leads" } },
    { name: "the operation", match: { operationId: "post-leads-for-firm" } },
    { name: "the key", match: { apiKeyId: "HPkeySbx" } },
    { name: "every part", match: whole },
  ])("fits by $name", ({ match }) => {
    expect(faultMatches(match, request)).toBe(true);
  });

  it.each<{ name: string; match: FaultMatch }>([
    { name: "another method", match: { ...whole, method: "PATCH" } },
    { name: "another path", match: { ...whole, path: "/firms/*" } },
    { name: "another operation", match: { ...whole, operationId: "get-lead" } },
    { name: "another key", match: { ...whole, apiKeyId: "HPkeyPrd" } },
  ])("does not fit with $name, whatever else fits", ({ match }) => {
    expect(faultMatches(match, request)).toBe(false);
  });

  it.each<{ name: string; match: FaultMatch }>([
    { name: "an operation, for an unknown path", match: { operationId: "get-lead" } },
    { name: "a key, for a request without one", match: { apiKeyId: "HPkeySbx" } },
  ])("does not fit $name", ({ match }) => {
    const stray: FaultableRequest = { ...request, operationId: null, apiKeyId: null };
    expect(faultMatches(match, stray)).toBe(false);
  });
});
