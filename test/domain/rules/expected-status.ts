import { expect } from "vitest";

import type { Reply } from "../../support/reply.ts";

/** Expects that status. A failure prints the body. */
export function expectStatus(reply: Reply, status: number): void {
  expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
}

/** Expects 422 with `code` as the first code of `field`, under its name in `fields`. */
export function expectRefused(reply: Reply, field: string, code: string): void {
  expectStatus(reply, 422);
  expect(reply.json).toHaveProperty(["fields", field, 0, "code"], code);
}
