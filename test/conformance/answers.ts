/** Matchers for API answers; a failure message includes the whole body. */
import { expect } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, rulesOf } from "../support/reply.ts";

/** The expected codes in `fields`, by field; an array for a field with several errors. */
export type FieldCodes = Readonly<Record<string, string | readonly string[]>>;

export { expect };

interface AnswerMatchers<Result> {
  /** Checks the status. */
  readonly toAnswer: (status: number) => Result;
  /**
   * Checks that the answer is a refusal in the documented envelope that cites this rule (interface 2.5, 7; rule
   * error.envelope).
   */
  readonly toRefuse: (status: number, rule: string) => Result;
  /**
   * Checks that `fields` has exactly these fields, each with its codes and messages (interface 7; rule error.codes).
   */
  readonly toRefuseFields: (status: 409 | 422, codes: FieldCodes) => Result;
}

declare module "vitest" {
  interface Matchers<R extends void | Promise<void>, T> extends AnswerMatchers<
    T extends Reply ? R : never
  > {}
}

expect.extend({
  toAnswer: (reply: Reply, status: number) => judged(reply, reply.status === status, `${status}`),
  toRefuse(reply: Reply, status: number, rule: string) {
    const fields = status === 409 || status === 422 ? ["fields"] : [];
    const fits =
      reply.status === status &&
      this.equals(Object.keys(Object(reply.json)), ["message", ...fields]) &&
      typeof at(reply, "message") === "string" &&
      rulesOf(reply).includes(rule);
    return judged(reply, fits, `${status} by rule ${rule}`);
  },
  toRefuseFields(reply: Reply, status: number, codes: FieldCodes) {
    const fits =
      reply.status === status && this.equals(codesOf(at(reply, "fields")), wantedCodes(codes));
    return judged(reply, fits, `${status} with ${JSON.stringify(codes)}`);
  },
});

function judged(reply: Reply, pass: boolean, wanted: string) {
  const rules = rulesOf(reply).join(", ");
  return {
    pass,
    message: () => `Expected ${wanted}, answered was ${reply.status} ${reply.text} by ${rules}`,
  };
}

function wantedCodes(codes: FieldCodes): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, [code].flat()]));
}

/** The error codes by field; undefined for an entry that is not `{ code, message }`. */
function codesOf(fields: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(Object(fields)).map(([field, errors]) => [
      field,
      Array.isArray(errors) ? errors.map(codeOf) : undefined,
    ]),
  );
}

function codeOf(error: unknown): unknown {
  const { code, message, ...rest } = Object(error);
  return typeof message === "string" && Object.keys(rest).length === 0 ? code : undefined;
}
