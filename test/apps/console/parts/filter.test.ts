import { describe, expect, it } from "vitest";

import {
  filterNames,
  journalQuery,
  matcher,
  problemsOf,
  termsOf,
} from "../../../../src/apps/console/activity/filter.ts";
import { anEvent, aRequest, entriesOf } from "./events.ts";

const all = entriesOf(
  anEvent("lead.created", { id: "LeadAAAA", requestId: "made", email: "Maya@example.com" }),
  aRequest("made", { status: 201, reason: null, rules: ["lead.create"] }),
  aRequest("refused"),
  aRequest("read", {
    method: "GET",
    path: "/v1/leads/LeadAAAA",
    status: 200,
    operationId: "getLead",
    surface: "realtor-sandbox",
    apiKeyId: "MRkeySbx",
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    reason: null,
    rules: [],
  }),
  aRequest("lost", { status: 0, reason: null, rules: [], query: "filter=maya%40example.com" }),
  anEvent("clock.moved", { from: "a", to: "b" }),
);

function found(filter: string): readonly string[] {
  const passes = matcher(filter);
  return all.filter(passes).map(({ request, caused }) => request?.id ?? caused[0]?.type ?? "");
}

describe("the filter of the activity list", () => {
  it.each([
    ["", ["made", "refused", "read", "lost", "clock.moved"]],
    ["status:409", ["refused"]],
    ["status:2xx", ["made", "read"]],
    ["STATUS:4XX", ["refused"]],
    ["status:40x", ["refused"]],
    ["status:4", []],
    ["method:get", ["read"]],
    ["path:/LEADS/leadaaaa", ["read"]],
    ["operation:getlead", ["read"]],
    ["operation:lead", []],
    ["path:filter=maya@example.com", ["lost"]],
    ["maya@example.com", ["made", "lost"]],
    ["operation:createLead", ["made", "refused", "lost"]],
    ["key:mrkeysbx", ["read"]],
    ["surface:realtor", ["read"]],
    ["rule:lead.unique", ["refused"]],
    ["rule:lead.unique.email", ["refused"]],
    ["event:lead.created", ["made"]],
    ["event:clock", ["clock.moved"]],
    ["lead:LeadAAAA", ["made", "read"]],
    ["trace:4BF92F3577b34da6", ["read"]],
    ["is:refused", ["refused"]],
    ["is:assumed", ["refused"]],
    ["is:request", ["made", "refused", "read", "lost"]],
    ["-is:request", ["clock.moved"]],
    ["-status:4xx is:request", ["made", "read", "lost"]],
    ["maya", ["made", "lost"]],
    ['"has a lead with"', ["refused"]],
    ["-maya -refused is:request", ["refused", "read"]],
    ["status:", ["made", "refused", "read", "lost", "clock.moved"]],
    ["https://example.com", []],
    ["status:201 path:/leads maya", ["made"]],
  ])("%j finds %j", (filter, ids) => {
    expect(found(filter)).toEqual(ids);
  });

  it.each([
    ["status:4 is:foo -status:9999", ["status:4", "is:foo", "status:9999"]],
    ["status:4xx status:409 status:0 is:refused status: is: path:nowhere maya", []],
  ])("says which terms of %j mean nothing", (filter, terms) => {
    expect(problemsOf(filter)).toEqual(
      terms.map((term) => expect.stringMatching(`^${term} means nothing. Expected .+\\.$`)),
    );
  });

  it.each([
    ["maya event:lead.created -joe", { search: "maya", caused: "lead.created" }],
    ["event:lead.created", { caused: "lead.created" }],
    ["event:lead status:4xx", null],
    ["-event:lead.created", null],
    ["", null],
  ])("asks the journal of %j: %j", (filter, query) => {
    expect(journalQuery(filter)).toEqual(query);
  });

  it("treats an unknown name before a colon as text", () => {
    expect(termsOf("nonsense:x")).toEqual([{ name: null, value: "nonsense:x", isNegated: false }]);
    expect(termsOf("constructor:x")[0]?.name).toBe(null);
  });

  it("has an example or a list of values for each name", () => {
    for (const sentence of Object.values(filterNames)) expect(sentence).not.toBe("");
  });
});
