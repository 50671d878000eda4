import { describe, expect, it } from "vitest";

import type { LeadMoment } from "../../../src/domain/model/cause.ts";
import { aLead, memoryStore } from "./samples.ts";

const created = { at: "2026-03-02T09:00:00.000Z", type: "created" } as const;

function updated(name: string): LeadMoment {
  const cause = { kind: "request", requestId: "req_1", method: "PATCH", path: `/${name}` } as const;
  return { at: created.at, type: "updated", cause: { ...cause, at: created.at } };
}

describe("the moments of a Lead", () => {
  it("are kept apart from its record, also when the record is read first", () => {
    const { leads } = memoryStore();
    leads.search({ text: null, state: null, environment: null }, { limit: 1, offset: 0 });
    leads.insert(1, aLead("LeadAAAA"), [created]);
    leads.insert(2, aLead("LeadBBBB"));
    leads.addMoment("LeadAAAA", updated("1"));
    expect(leads.history("LeadAAAA")).toEqual([created, updated("1")]);
    expect(leads.history("LeadBBBB")).toEqual([]);
    expect(leads.history("nowhere1")).toEqual([]);
    expect(leads.find("LeadAAAA")).not.toHaveProperty("history");
    expect([...leads.histories().keys()]).toEqual(["LeadAAAA"]);
    leads.update({ ...aLead("LeadAAAA"), firstName: "Ann" });
    expect(leads.history("LeadAAAA")).toHaveLength(2);
  });

  it("are the creation and the newest ones of a Lead with very many", () => {
    const { leads } = memoryStore();
    leads.insert(1, aLead("LeadAAAA"), [created]);
    const names = Array.from({ length: 2_000 }, (_, at) => `${at}-${"x".repeat(at % 90)}`);
    for (const name of names) leads.addMoment("LeadAAAA", updated(name));
    const [first, ...rest] = leads.history("LeadAAAA");
    expect(first).toEqual(created);
    expect(rest).toEqual(names.slice(-rest.length).map(updated));
    expect(rest.length).toBeGreaterThan(60);
    expect(rest.length).toBeLessThan(300);
  });
});
