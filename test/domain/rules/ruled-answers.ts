import { expect } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";

/**
 * A response in one line: `200`, `404 Not found`, or `422 limit: INVALID` with the fields in body
 * order.
 */
export function outcome(reply: Reply): string {
  const status = String(reply.status);
  const fields = at(reply, "fields");
  if (typeof fields === "object" && fields !== null) {
    const expected = Object.entries(fields).map(([name, errors]) => `${name}: ${codes(errors)}`);
    return `${status} ${expected.join(", ")}`;
  }
  return reply.status < 400 ? status : `${status} ${String(at(reply, "message"))}`;
}

/** Expects that the response cites `rule`, and not as an assumption. */
export function expectCites(reply: Reply, rule: string): void {
  expect(rulesOf(reply)).toContain(rule);
  expect(assumedRulesOf(reply)).not.toContain(rule);
}

/** Expects that the response cites `rule` as an assumption. */
export function expectAssumes(reply: Reply, rule: string): void {
  expect(assumedRulesOf(reply)).toContain(rule);
}

function codes(errors: unknown): string {
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return list.map((error) => String(Reflect.get(Object(error), "code"))).join(" ");
}
