import { describe, expect, it } from "vitest";

import { emailKey, sameEmail } from "../../src/domain/email.ts";

describe("emailKey", () => {
  it.each([
    { comparison: "case-insensitive", key: "ann@example.com" },
    { comparison: "exact", key: "Ann@Example.COM" },
  ] as const)("is $key when the comparison is $comparison (2.1)", ({ comparison, key }) => {
    expect(emailKey("Ann@Example.COM", comparison)).toBe(key);
  });
});

describe("sameEmail", () => {
  it.each([
    { one: "ann@example.com", other: "ANN@example.com", insensitive: true, exact: false },
    { one: "ann@example.com", other: "ann@example.com", insensitive: true, exact: true },
    { one: "ann@example.com", other: "anna@example.com", insensitive: false, exact: false },
    { one: "ann@example.com", other: "ann@example.com ", insensitive: false, exact: false },
  ])("of $one and $other is $insensitive, and $exact when case counts (2.1)", (row) => {
    expect(sameEmail(row.one, row.other, "case-insensitive")).toBe(row.insensitive);
    expect(sameEmail(row.one, row.other, "exact")).toBe(row.exact);
  });
});
