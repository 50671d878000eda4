import type { Reply } from "../support/reply.ts";

const codes = new Set([
  "INVALID",
  "INCORRECT_TYPE",
  "NOT_UNIQUE",
  "NOT_FOUND",
  "UNSUPPORTED",
  "REQUIRED",
  "IN_USE",
]);

/**
 * Describes the fault in the envelope of a refusal, or returns null (interface 2.5, 7; rules
 * error.envelope, error.codes).
 */
export function envelopeFault(reply: Reply): string | null {
  const body = entriesOf(reply.json);
  const message = body.get("message");
  if (typeof message !== "string" || message === "") return `no message: ${reply.text}`;
  const extra = [...body.keys()].filter((key) => key !== "message" && key !== "fields");
  if (extra.length > 0) return `more than message and fields: ${reply.text}`;
  if (reply.status !== 409 && reply.status !== 422) {
    return body.has("fields") ? `fields on ${reply.status}: ${reply.text}` : null;
  }
  const fields = entriesOf(body.get("fields"));
  if (fields.size === 0) return `no fields: ${reply.text}`;
  const isSound = [...fields.values()].every(
    (errors) => Array.isArray(errors) && errors.length > 0 && errors.every(isFieldError),
  );
  return isSound ? null : `a field that is no array of errors: ${reply.text}`;
}

function isFieldError(error: unknown): boolean {
  const parts = entriesOf(error);
  const code = parts.get("code");
  const message = parts.get("message");
  return (
    parts.size === 2 && typeof code === "string" && codes.has(code) && typeof message === "string"
  );
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
