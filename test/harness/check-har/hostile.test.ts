import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { archive, lead } from "../traffic/written.ts";
import { checked } from "./checked.ts";
import { base, later, leads, one, page } from "./written-page.ts";

describe("check-har of a recording with anything in it", () => {
  it("skips other hosts, other paths and unreadable entries, and counts them", async () => {
    const { report } = await checked([
      archive([
        later(0, { answer: { data: one } }),
        later(1, { url: `${base}/health` }),
        later(2, { url: "https://cdn.example.com/app.js" }),
        later(3, {
          url: "https://crm.example.com/api/leads",
          requestHeaders: [],
          answer: { data: [{ id: "1" }] },
        }),
        null,
      ]),
    ]);
    const skipped = {
      otherHosts: 2,
      otherPaths: 1,
      unreadable: 0,
      untimed: 1,
      overLimit: 0,
      misplaced: 0,
      repeated: 0,
    };
    expect(report.skipped).toEqual(skipped);
    expect(report.calls.total).toBe(1);
  });

  it.each([
    ["a Lead with an email that is a number", { email: 7 }],
    ["a Lead of a parent of another type", { resourceType: "Planet" }],
    ["an id of 300 characters", { id: "x".repeat(300) }],
    ["an id with a control character", { id: "a\u0000b" }],
    ["an id named __proto__", { id: "__proto__" }],
    ["times that are none", { createdAt: "yesterday", updatedAt: 5, deletedAt: {} }],
    [
      "Plans that are none",
      {
        plan_ids: [1, null, "p"],
        Plans: "none",
        convertedAt: "2027-02-02T09:00:00.000Z",
        deletedAt: "2027-02-02T09:00:00.000Z",
      },
    ],
    [
      "clientData with hostile keys",
      { clientData: JSON.parse('{"__proto__":{"a":1},"constructor":{}}') },
    ],
    ["a lone surrogate in a name", { firstName: "\ud800" }],
  ])("survives %s", async (_name, changes) => {
    const { report, world } = await checked([
      archive([
        later(0, {
          url: leads,
          answer: page([lead(changes), lead({ id: "Dd3dE6gH", email: "d@realmail.net" })]),
        }),
      ]),
    ]);
    expect(report.calls.total).toBe(1);
    expect(JSON.stringify(world)).not.toContain("realmail");
  });

  it("reads bodies that are base64 of gzip", async () => {
    const text = gzipSync(JSON.stringify(page([one]))).toString("base64");
    const { world } = await checked([
      archive([later(0, { url: leads, content: { encoding: "base64", text } })]),
    ]);
    expect(world).toMatchObject({ leads: [{ id: "Ab3dE6gH" }] });
  });

  it("uses --firm for a key whose Firm no answer shows", async () => {
    const { world } = await checked(
      [archive([later(0, { url: `${base}/plans`, answer: page([]) })])],
      { firm: "MyF1rm" },
    );
    expect(world).toMatchObject({ firms: [{ id: "MyF1rm" }], apiKeys: [{ firmId: "MyF1rm" }] });
  });
});
