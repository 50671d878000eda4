import { describe, expect, it } from "vitest";

import type { ApiKey } from "../../src/domain/api-key.ts";
import { defaultPermissions, isKeyShape, keyRefusal } from "../../src/domain/api-key.ts";

const key: ApiKey = {
  id: "Key00001",
  key: "11111111-1111-4111-8111-111111111111",
  firmId: "Firm0001",
  roleType: "Partner",
  environment: "sandbox",
  quotaPerHour: "by-rule",
  permissions: defaultPermissions,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
};

describe("isKeyShape", () => {
  it.each([
    { title: "a UUID version 4", text: "11111111-1111-4111-8111-111111111111", is: true },
    { title: "one in upper case", text: "ABCDEFAB-CDEF-4ABC-BDEF-ABCDEFABCDEF", is: true },
    { title: "a UUID version 1", text: "11111111-1111-1111-8111-111111111111", is: false },
    { title: "a UUID of another variant", text: "11111111-1111-4111-c111-111111111111", is: false },
    { title: "the nil UUID", text: "00000000-0000-0000-0000-000000000000", is: false },
    { title: "no dashes", text: "11111111111141118111111111111111", is: false },
    { title: "a space before", text: " 11111111-1111-4111-8111-111111111111", is: false },
    { title: "a line after", text: "11111111-1111-4111-8111-111111111111\n", is: false },
    { title: "nothing", text: "", is: false },
  ])("is $is for $title (5.2)", ({ text, is }) => {
    expect(isKeyShape(text)).toBe(is);
  });
});

describe("keyRefusal", () => {
  it.each([
    { title: "neither revoked nor expiring", times: {}, refusal: null },
    { title: "a millisecond before it expires", times: { expiresAt: 1_001 }, refusal: null },
    { title: "the moment it expires", times: { expiresAt: 1_000 }, refusal: "expired" },
    { title: "revoked", times: { revokedAt: 1 }, refusal: "revoked" },
    { title: "revoked and expired", times: { revokedAt: 1, expiresAt: 2 }, refusal: "revoked" },
  ])("is $refusal for a key $title (5.6)", ({ times, refusal }) => {
    expect(keyRefusal({ ...key, ...times }, 1_000)).toBe(refusal);
  });
});

describe("defaultPermissions", () => {
  it("are Leads and workflows in full, and reads except of ClientProfiles (5.2)", () => {
    expect(defaultPermissions.toSorted()).toEqual([
      "firmMembers:read",
      "firms:read",
      "leads:create",
      "leads:delete",
      "leads:read",
      "leads:update",
      "plans:read",
      "referralCodes:read",
      "workflows:run",
    ]);
  });
});
