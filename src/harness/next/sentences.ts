import type { ChangeId, ChangeKind } from "./change-id.ts";
import type { Change } from "./findings.ts";

export function changeSentence(change: ChangeId): string {
  const { operations } = change;
  const at = operations.length === 0 ? "" : ` (${operations.join(", ")})`;
  return `${wording(change)}${at}.`;
}

/** Says that the present document leaves a change no place. */
export function unwrittenSentence(change: Change): string {
  return `The present document has no place for ${change.id}: ${changeSentence(change)}`;
}

function wording(change: ChangeId): string {
  const { direction, subject } = change;
  return wordings[change.kind]({
    from: change.from ?? "",
    to: change.to ?? "",
    field: direction === null ? subject : `${subject} in ${plurals[direction]}`,
    parameter: `The ${subject.replace(".", " parameter ")}`,
  });
}

const plurals = { request: "requests", answer: "answers" } as const;

type Words = Readonly<Record<"from" | "to" | "field" | "parameter", string>>;

/** What each kind says. */
const wordings: Readonly<Record<ChangeKind, (words: Words) => string>> = {
  "operation-removed": ({ field }) => `${field} is gone`,
  moved: ({ to, field }) => `${field} is now ${to}`,
  method: ({ from, to, field }) => `${from} ${field} is now ${to}`,
  "base-path": ({ to, field }) => `The base path ${field} is now ${to}`,
  auth: ({ to, field }) => `The key in ${field} is now expected in ${to}`,
  "parameter-required": ({ parameter }) => `${parameter} is required`,
  "parameter-removed": ({ parameter }) => `${parameter} is gone`,
  "parameter-renamed": ({ to, parameter }) => `${parameter} is now ${to}`,
  "parameter-values": ({ parameter }) => `${parameter} takes other values`,
  default: ({ to, field }) => `Without ${field.replace(/^[a-z]+\./, "")}, ${to} applies`,
  "field-required": ({ field }) => `${field} is required`,
  "field-removed": ({ field }) => `${field} is gone`,
  "field-renamed": ({ to, field }) => `${field} is now ${to}`,
  "field-restructured": ({ to, field }) => `${field} is now the list ${to}`,
  "field-added": ({ field }) => `${field} is new`,
  "field-values": ({ field }) => `${field} takes other values`,
  type: ({ from, to, field }) => `${field} is ${to} instead of ${from}`,
  format: ({ from, to, field }) => `${field} has the format ${to} instead of ${from}`,
  "absent-not-null": ({ field }) => `${field} is left out instead of null`,
  "value-renamed": ({ from, to, field }) => `The value ${from} of ${field} is now ${to}`,
  "value-added": ({ to, field }) => `${field} can also be ${to}`,
  status: ({ to, field }) => `What was ${field} is now ${to}`,
  "status-added": ({ field }) => `The status ${field} is new`,
  "request-type": ({ to, field }) => `Requests have the content type ${to} instead of ${field}`,
  "answer-type": ({ from, to, field }) =>
    `Answers with ${field} have the content type ${to} instead of ${from}`,
  "header-added": ({ field }) => `The header ${field} is new`,
  "header-removed": ({ field }) => `The header ${field} is gone`,
  deprecated: ({ field }) => `${field} is deprecated`,
  "maybe-absent": ({ field }) => `${field} can be missing`,
  "maybe-null": ({ field }) => `${field} can be null`,
  "field-optional": ({ field }) => `${field} is optional`,
  "parameter-added": ({ parameter }) => `${parameter} is new and optional`,
  "operation-added": ({ field }) => `${field} is new`,
};
