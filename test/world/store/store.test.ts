import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import type { Lead } from "../../../src/domain/model/lead.ts";
import type { FilterTerm, ListQuery } from "../../../src/domain/model/list-query.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { seeded } from "../../property/seeded.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { ofFirm } from "./looked-through.ts";
import { aLead, leadIds, memoryStore } from "./samples.ts";

const whole: ListQuery = { limit: 100, offset: 0, order: [], filter: [], withDeleted: true };

describe("a transaction of a store", () => {
  it("rolls back only its own rows when it throws inside another (1.5)", () => {
    const store = memoryStore();
    store.transaction(() => {
      store.leads.insert(1, aLead("outer"));
      expect(() => failing(store, 2, "inner")).toThrow("inner failed");
      store.leads.insert(2, aLead("after"));
    });
    expect(leadIds(store)).toEqual(["outer", "after"]);
  });

  it("rolls back the writes of a finished inner transaction when it throws (1.5)", () => {
    const store = memoryStore();
    const outer = (): void =>
      store.transaction(() => {
        store.transaction(() => store.leads.insert(1, aLead("inner")));
        failing(store, 2, "outer");
      });
    expect(outer).toThrow("outer failed");
    expect(leadIds(store)).toEqual([]);
  });

  it("returns the result of its work, including undefined", () => {
    const store = memoryStore();
    expect(store.transaction(() => 7)).toBe(7);
    expect(store.transaction(() => undefined)).toBeUndefined();
  });
});

describe("rollBackToMark", () => {
  it("returns to the mark repeatedly", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("before"));
    store.mark();
    for (const id of ["first", "second"]) {
      store.transaction(() => store.leads.insert(2, aLead(id)));
      store.leads.update(aLead("before", { firstName: id }));
      store.rollBackToMark();
      expect(store.leads.all()).toEqual([aLead("before")]);
    }
  });

  it("rolls back mail numbers too, so that their ids repeat", () => {
    const store = memoryStore();
    store.mark();
    const first = store.outbox.nextNumber();
    captureMail(store);
    expect(store.outbox.nextNumber()).toBe(first + 1);
    store.rollBackToMark();
    expect(store.outbox.nextNumber()).toBe(first);
  });
});

describe("empty of a store", () => {
  it("leaves no row in any table, and restarts the mail numbers", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("one"));
    store.settings.write("workspace", { any: "thing" });
    store.firmMembers.subscribe("member", true);
    captureMail(store);
    store.empty();
    expect(rowCounts(store).filter(([, count]) => count !== 0)).toEqual([]);
    expect(store.outbox.nextNumber()).toBe(1);
  });
});

describe("the outbox of a store", () => {
  it("never reuses the number of a deleted message", () => {
    const store = memoryStore();
    captureMail(store);
    expect(store.outbox.clear()).toBe(1);
    expect(store.outbox.nextNumber()).toBe(2);
  });

  it("writes the relay status of a message, whether it was in transit before or not", () => {
    const store = memoryStore();
    captureMail(store);
    captureMail(store);
    const states = (): unknown[] =>
      store.outbox.list({}, { limit: 10, offset: 0 }).rows.map(({ id, relay }) => [id, relay]);
    expect(store.outbox.markRelay("Mail1", "due", null)).toBe(true);
    expect(states()).toEqual([
      ["Mail2", null],
      ["Mail1", "due"],
    ]);
    expect(store.outbox.markRelay("Mail2", "due", null)).toBe(true);
    expect(store.outbox.markRelay("Mail1", "sent", null)).toBe(true);
    expect(states()).toEqual([
      ["Mail2", "due"],
      ["Mail1", "sent"],
    ]);
    expect(store.outbox.markRelay("Mail3", "due", null)).toBe(false);
  });
});

describe("the Leads of a store", () => {
  it("round-trip with any JSON in phone and clientData (2.1)", () => {
    const json = fc.jsonValue({ stringUnit: anyCharacter }).map(asJson);
    const object = fc.dictionary(fc.string({ unit: anyCharacter }), json, {
      noNullPrototype: true,
    });
    const store = memoryStore();
    store.mark();
    fc.assert(
      fc.property(json, fc.option(object), (phone, clientData) => {
        const lead = aLead("Lead0001", { phone, clientData });
        store.leads.insert(1, lead);
        const found = store.leads.find("Lead0001");
        store.rollBackToMark();
        expect(found).toEqual(lead);
        expect(jsonOf(found)).toBe(jsonOf(lead));
      }),
      seeded(40),
    );
  });

  it("are listed by $in with and without null in turn, with a cached statement (4.3)", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("null", { firstName: null }));
    store.leads.insert(2, aLead("Ann"));
    const named = (...value: readonly (string | null)[]): readonly string[] => {
      const term: FilterTerm = { field: "firstName", operator: "$in", value };
      const page = store.leads.list(ofFirm, { ...whole, filter: [term] });
      return page.rows.map(({ id }) => id);
    };
    expect([named("Ann"), named("Ann", null), named("Ann"), named(null)]).toEqual([
      ["Ann"],
      ["Ann", "null"],
      ["Ann"],
      ["null"],
    ]);
  });

  it("are listed by more query shapes than the statement cache holds (4.3)", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("one"));
    // Each number selects its own terms, so that few terms make many shapes. The cache holds 500 statements.
    const totals = Array.from({ length: 1_200 }, (_, index) => {
      const filter = oneTerms.filter((_term, bit) => ((index % 600) >> bit) % 2 === 1);
      return store.leads.list(ofFirm, { ...whole, filter }).total;
    });
    expect(new Set(totals)).toEqual(new Set([1]));
  });
});

/** Conditions that the Lead `one` fulfils, each of another form. */
const oneTerms: readonly FilterTerm[] = [
  { field: "id", operator: "$eq", value: "one" },
  { field: "id", operator: "$ne", value: "two" },
  { field: "id", operator: "$in", value: ["one"] },
  { field: "id", operator: "$gt", value: "a" },
  { field: "id", operator: "$gte", value: "one" },
  { field: "id", operator: "$lt", value: "z" },
  { field: "id", operator: "$lte", value: "one" },
  { field: "id", operator: "$nin", value: ["two"] },
  { field: "firstName", operator: "$eq", value: "Ann" },
  { field: "lastName", operator: "$eq", value: "Ash" },
];

function failing(store: Store, number: number, id: string): void {
  store.transaction(() => {
    store.leads.insert(number, aLead(id));
    throw new Error(`${id} failed`);
  });
}

function captureMail(store: Store): void {
  const number = store.outbox.nextNumber();
  const brand = { firmName: "Firm", colour: null, logo: null };
  const content = {
    kind: "welcome",
    brand,
    firstName: null,
    lastName: null,
    signUpUrl: "",
  } as const;
  store.outbox.insert(number, {
    id: `Mail${number}`,
    environment: "sandbox",
    at: 1_000,
    relay: null,
    relayNote: null,
    isRead: false,
    to: ["ann@example.com"],
    subject: "Welcome",
    links: [],
    leadId: null,
    planId: null,
    content,
    cause: null,
  });
}

function rowCounts(store: Store): readonly (readonly [unknown, unknown])[] {
  const sqlite = new Database(store.serialize());
  const tables = sqlite
    .prepare("select name from sqlite_master where type = 'table'")
    .pluck()
    .all();
  return tables.map((table) => [
    table,
    sqlite
      .prepare(`select count(*) from "${String(table)}"`)
      .pluck()
      .get(),
  ]);
}

/** The value is JSON because `fc.jsonValue` generated it. */
function asJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

/** Includes keys such as `__proto__`. */
function jsonOf(lead: Lead | null): string {
  return JSON.stringify([lead?.phone, lead?.clientData]);
}
