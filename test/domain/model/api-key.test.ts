import { describe, expect, it } from "vitest";

import type { ApiKey } from "../../../src/domain/model/api-key.ts";
import { defaultPermissions, isKeyShape, keyRefusal } from "../../../src/domain/model/api-key.ts";

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
  it("is revoked for a key that was revoked before it expired (5.6)", () => {
    const key: ApiKey = {
      id: "Key00001",
      key: "11111111-1111-4111-8111-111111111111",
      firmId: "Firm0001",
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: "by-rule",
      permissions: defaultPermissions,
      createdAt: 0,
      expiresAt: 2,
      revokedAt: 1,
    };
    expect(keyRefusal(key, 1_000)).toBe("revoked");
  });
});
