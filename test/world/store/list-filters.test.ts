import { describe, expect, it } from "vitest";

import type { Lead } from "../../../src/domain/model/lead.ts";
import type { FilterTerm } from "../../../src/domain/model/list-query.ts";
import { listed, lookedThrough, newestFirst, owners, selections } from "./looked-through.ts";
import { aLead, memoryStore } from "./samples.ts";

const filtered: readonly (readonly [string, FilterTerm, (lead: Lead) => boolean])[] = [
  ["email", { field: "email", operator: "$eq", value: "L7@example.com" }, ({ id }) => id === "L7"],
  [
    "email in another case",
    { field: "email", operator: "$eq", value: "l7@EXAMPLE.com" },
    () => false,
  ],
  [
    "some emails",
    {
      field: "email",
      operator: "$in",
      value: ["L7@example.com", "l8@example.com", "L9@example.com"],
    },
    ({ id }) => id === "L7" || id === "L9",
  ],
  ["email of none", { field: "email", operator: "$eq", value: null }, () => false],
  [
    "email or none",
    { field: "email", operator: "$in", value: ["L7@example.com", null] },
    ({ id }) => id === "L7",
  ],
  ["emails in an empty list", { field: "email", operator: "$in", value: [] }, () => false],
  [
    "email not one",
    { field: "email", operator: "$ne", value: "L7@example.com" },
    ({ id }) => id !== "L7",
  ],
  ["id", { field: "id", operator: "$eq", value: "L8" }, ({ id }) => id === "L8"],
  [
    "some ids",
    { field: "id", operator: "$in", value: ["L8", "L9", "L10", "nowhere"] },
    ({ id }) => ["L8", "L9", "L10"].includes(id),
  ],
  [
    "firstName of few",
    { field: "firstName", operator: "$eq", value: "Few" },
    ({ firstName }) => firstName === "Few",
  ],
  [
    "firstName of many",
    { field: "firstName", operator: "$eq", value: "Many" },
    ({ firstName }) => firstName === "Many",
  ],
  [
    "firstName of none",
    { field: "firstName", operator: "$eq", value: null },
    ({ firstName }) => firstName === null,
  ],
  [
    "firstName of some",
    { field: "firstName", operator: "$in", value: ["Few", "Nobody"] },
    ({ firstName }) => firstName === "Few",
  ],
  [
    "firstName of none or few",
    { field: "firstName", operator: "$in", value: ["Few", null] },
    ({ firstName }) => firstName === "Few" || firstName === null,
  ],
  ["firstName in an empty list", { field: "firstName", operator: "$in", value: [] }, () => false],
  [
    "firstName not few",
    { field: "firstName", operator: "$ne", value: "Few" },
    ({ firstName }) => firstName !== "Few",
  ],
  [
    "lastName",
    { field: "lastName", operator: "$eq", value: "Last5" },
    ({ lastName }) => lastName === "Last5",
  ],
  [
    "code",
    { field: "referredByReferralCodeId", operator: "$eq", value: "Code" },
    ({ referredByReferralCodeId }) => referredByReferralCodeId === "Code",
  ],
  [
    "conversion",
    { field: "convertedAt", operator: "$eq", value: 70 },
    ({ convertedAt }) => convertedAt === 70,
  ],
];

let image: Buffer | undefined;

/** Enough Leads of each kind for more than one page. */
function imageOfLeads(): Buffer {
  const store = memoryStore();
  store.transaction(() => {
    for (let number = 1; number <= 400; number += 1) {
      const firstName = number % 20 === 0 ? "Few" : number % 20 === 1 ? null : "Many";
      const lastName = `Last${number % 30}`;
      const referredByReferralCodeId = number % 40 === 0 ? "Code" : null;
      const converted = number % 7 === 0 ? { convertedAt: number, deletedAt: number } : {};
      const fields = { firstName, lastName, referredByReferralCodeId };
      const owner = owners[number % owners.length];
      store.leads.insert(number, aLead(`L${number}`, { ...fields, ...owner, ...converted }));
    }
  });
  return store.serialize();
}

describe("a list with a filter", () => {
  it.each(filtered)("finds the same Leads as a full scan: %s (4.3)", (_name, term, matches) => {
    const store = memoryStore((image ??= imageOfLeads()));
    for (const selection of selections) {
      for (const withDeleted of [false, true]) {
        const query = { ...newestFirst, limit: 500, withDeleted };
        const known = new Set(
          store.leads
            .all()
            .filter(matches)
            .map(({ id }) => id),
        );
        const ids = lookedThrough(store, selection, query).ids.filter((id) => known.has(id));
        const filter = [term];
        expect(listed(store, selection, { ...query, filter })).toEqual({
          ids,
          total: ids.length,
        });
        expect(listed(store, selection, { ...query, filter, limit: 3, offset: 2 })).toEqual({
          ids: ids.slice(2, 5),
          total: ids.length,
        });
      }
    }
  });
});
