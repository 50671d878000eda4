import { expect } from "vitest";

import type { Reply } from "../support/reply.ts";

/** Expects that status; a failure prints the body. */
export function expectStatus(reply: Reply, status: number): void {
  expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
}

/** Expects 422 with `code` first on `field`, which is named in `fields` as written here. */
export function expectRefused(reply: Reply, field: string, code: string): void {
  expectStatus(reply, 422);
  expect(reply.json).toHaveProperty(["fields", field, 0, "code"], code);
}
