import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { environments } from "../../../src/domain/model/firm.ts";
import { leadState, leadStates } from "../../../src/domain/model/lead.ts";
import type { Lead } from "../../../src/domain/model/lead.ts";
import type { Page } from "../../../src/domain/model/list-query.ts";
import type { LeadSearch, PageBounds } from "../../../src/world/store/lead-search.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { seeded } from "../../property/seeded.ts";
import { image, inTransaction, many, step } from "./changed-leads.ts";
import { aLead, memoryStore } from "./samples.ts";

const search: fc.Arbitrary<LeadSearch> = fc.record({
  text: fc.constantFrom(null, null, "l4", "AB", "Firm0002", "L17", "nowhere"),
  state: fc.constantFrom(null, null, ...leadStates),
  environment: fc.constantFrom(null, ...environments),
});
const bounds: fc.Arbitrary<PageBounds> = fc.record({
  limit: fc.constantFrom(1, 20),
  offset: fc.constantFrom(0, 0, 3, 700, 3_990),
});

const everyLead: LeadSearch = { text: null, state: null, environment: null };
const firstPage: PageBounds = { limit: 20, offset: 0 };

function searched(store: Store, wanted: LeadSearch, page: PageBounds) {
  return shown(store.leads.search(wanted, page));
}

function shown({ rows, total }: Page<Lead>) {
  return { ids: rows.map(({ id }) => id), total };
}

/** The expected page, from a scan of every Lead. */
function lookedThrough(store: Store, wanted: LeadSearch, { limit, offset }: PageBounds) {
  const found = store.leads
    .all()
    .map((lead, index) => ({ lead, index }))
    .filter(({ lead }) => matches(lead, wanted))
    .toSorted((one, other) => other.lead.createdAt - one.lead.createdAt || other.index - one.index)
    .map(({ lead }) => lead);
  return shown({ rows: found.slice(offset, offset + limit), total: found.length });
}

function matches(lead: Lead, { text, state, environment }: LeadSearch): boolean {
  if (environment !== null && lead.environment !== environment) return false;
  if (state !== null && leadState(lead) !== state) return false;
  if (text === null || [lead.id, lead.resourceId, lead.firmId].includes(text)) return true;
  const names = [lead.email, `${lead.firstName ?? ""} ${lead.lastName ?? ""}`];
  return names.some((one) => one.toLowerCase().includes(text.toLowerCase()));
}

describe("a search of Leads", () => {
  it("finds the matching Leads after any writes, resets or rollbacks", () => {
    const bytes = image();
    const searches = fc.array(fc.tuple(search, bounds), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(searches, fc.array(step, { minLength: 2, maxLength: 8 }), (asked, steps) => {
        const store = memoryStore(Buffer.from(bytes));
        store.mark();
        for (const one of steps) {
          inTransaction(store, one);
          for (const [wanted, page] of asked) {
            expect(searched(store, wanted, page)).toEqual(lookedThrough(store, wanted, page));
          }
        }
        store.close();
      }),
      seeded(10),
    );
  });

  it("finds a Lead that was inserted since, and none after all were cleared", () => {
    const store = memoryStore(image());
    expect(searched(store, everyLead, firstPage)).toMatchObject({ total: many });
    store.leads.insert(many + 1, aLead("late"));
    const later = searched(store, everyLead, { limit: 1, offset: 0 });
    expect(later).toEqual({ ids: ["late"], total: many + 1 });
    store.leads.clear();
    expect(searched(store, everyLead, firstPage)).toEqual({ ids: [], total: 0 });
  });

  it.each(["Élodie@example.com", "élodie@", "ÉLODIE", "élodie šárka", "ŠÁR"])(
    "finds names and emails with accents in any case: %s",
    (text) => {
      const store = memoryStore();
      const person = { email: "Élodie@example.com", firstName: "Élodie", lastName: "Šárka" };
      store.leads.insert(1, aLead("accent", person));
      expect(searched(store, { ...everyLead, text }, firstPage).ids).toEqual(["accent"]);
    },
  );

  it("throws once the store is closed", () => {
    const store = memoryStore();
    searched(store, everyLead, firstPage);
    store.close();
    expect(() => store.leads.search(everyLead, firstPage)).toThrow("closed");
  });
});
