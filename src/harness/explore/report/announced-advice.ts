/** What to change in a client before the switch: in the form that works before and after, where there is one. */
import type { ChangeKind } from "../../next/change-id.ts";
import type { Change } from "../../next/findings.ts";

/** The next step for the changes of a trial; empty without any. */
export function announcedAdvice(changes: readonly Change[]): string {
  const [change, ...others] = changes;
  if (change === undefined) return "";
  if (others.length > 0) {
    return "Each change alone is harmless. Try half of the list at a time to find those that break the client together.";
  }
  const { kind, direction, subject, from, to } = change;
  return steps[kind]({
    subject,
    field: subject.replace(/^[^.]+\./, ""),
    from: from ?? "",
    to: to ?? "",
    name: to?.replace(/^[a-z]+\./, "") ?? "",
    sends: (text) => (direction === "answer" ? "" : text),
    reads: (text) => (direction === "request" ? "" : text),
  }).trim();
}

interface Words {
  readonly subject: string;
  /** Without its record or its place. */
  readonly field: string;
  readonly from: string;
  readonly to: string;
  /** The new name without its place. */
  readonly name: string;
  /** The text, if the change concerns requests. */
  readonly sends: (text: string) => string;
  /** The text, if the change concerns answers. */
  readonly reads: (text: string) => string;
}

type Step = (words: Words) => string;

const both = "that works before and after";
const required: Step = ({ field }) =>
  `Send ${field} in every such call: ${both} if the present interface accepts it.`;
const values: Step = ({ field }) => `Check ${field} against the next schema before sending it.`;
const otherForm: Step = ({ field, from, to, sends, reads }) =>
  `${reads(`Read ${field} both as ${from} and as ${to}: ${both}.`)} ${sends(`Send ${field} as ${to} from the switch on.`)}`;
const missing: Step = ({ field }) => `Treat a missing ${field} like null.`;
const elsewhere: Step = () =>
  "Make the path and method a setting, and report 404 and 405 as failures.";
const otherType: Step = ({ to }) => `Accept the content type ${to} as well.`;
const more: Step = () => "Ignore what the client does not know.";

const steps: Readonly<Record<ChangeKind, Step>> = {
  "field-renamed": ({ field, to, sends, reads }) =>
    `${sends(`Send ${to}.`)} ${reads(`Read ${to}, else ${field}: ${both}.`)}`,
  "field-removed": ({ field, sends, reads }) =>
    `${sends(`Stop sending ${field}.`)} ${reads(`Work without ${field} in answers.`)}`,
  "field-required": required,
  "parameter-required": required,
  "field-values": values,
  "parameter-values": values,
  "field-restructured": ({ field, to }) => `Read ${to}, else ${field}: ${both}.`,
  type: otherForm,
  format: otherForm,
  "absent-not-null": missing,
  "maybe-absent": missing,
  "maybe-null": missing,
  "value-renamed": ({ to, sends, reads }) =>
    `${reads(`Accept ${to} too.`)} ${sends(`Send ${to} from the switch on.`)}`,
  "value-added": ({ field }) =>
    `Keep records whose ${field} has a value that the client does not know.`,
  status: ({ subject, to }) => `Accept ${to} as well as ${subject}.`,
  "status-added": ({ subject }) => `Report the status ${subject} as a failure, or handle it.`,
  default: ({ field }) =>
    `Always send ${field}, or step by the number of records received until a page is empty.`,
  "parameter-removed": ({ field }) =>
    `Work without ${field}: check the answer instead of relying on its effect.`,
  "parameter-renamed": ({ field, name }) =>
    `Send ${name} as well as ${field} if the present interface accepts both.`,
  moved: elsewhere,
  "base-path": elsewhere,
  method: elsewhere,
  "operation-removed": elsewhere,
  auth: ({ name }) => `Send the key in ${name} too: ${both}.`,
  "request-type": otherType,
  "answer-type": otherType,
  "header-removed": ({ subject }) => `Work without the header ${subject}.`,
  "header-added": more,
  "field-added": more,
  deprecated: more,
  "field-optional": more,
  "parameter-added": more,
  "operation-added": more,
};
