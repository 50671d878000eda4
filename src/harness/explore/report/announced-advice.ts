/** What to change in a client before the switch: in the form that works before and after, where there is one. */
import type { Change } from "../../next/findings.ts";

/** The next step for a change; empty for the kinds that have none. */
export function announcedAdvice(changes: readonly Change[]): string {
  const [change, ...others] = changes;
  if (change === undefined) return "";
  if (others.length > 0) {
    return "Each change alone is harmless. Try half of the list at a time to find those that break the client together.";
  }
  return adviceOnChange(change);
}

function adviceOnChange(change: Change): string {
  const { kind, direction } = change;
  const from = change.from ?? "";
  const to = change.to ?? "";
  const field = change.subject.replace(/^[^.]+\./, "");
  const sends = direction !== "answer";
  const reads = direction !== "request";
  switch (kind) {
    case "field-renamed":
      return join(
        sends && `Send ${to}.`,
        reads && `Read ${to}, else ${field}: that works before and after.`,
      );
    case "field-removed":
      return join(sends && `Stop sending ${field}.`, reads && `Work without ${field} in answers.`);
    case "field-required":
    case "parameter-required":
      return `Send ${field} in every such call: that works before and after if the present interface accepts it.`;
    case "field-values":
    case "parameter-values":
      return `Check ${field} against the next schema before sending it.`;
    case "field-restructured":
      return `Read ${to}, else ${field}: that works before and after.`;
    case "field-added":
      return "Ignore fields that the client does not know.";
    case "type":
    case "format":
      return direction === "request"
        ? `Send ${field} as ${to} from the switch on.`
        : `Read ${field} both as ${from} and as ${to}: that works before and after.`;
    case "absent-not-null":
    case "maybe-absent":
    case "maybe-null":
      return `Treat a missing ${field} like null.`;
    case "value-renamed":
      return join(
        reads && `Accept ${to} as well as ${from}.`,
        sends && `Send ${to} from the switch on.`,
      );
    case "value-added":
      return `Keep records whose ${field} has a value that the client does not know.`;
    case "status":
      return `Accept ${to} as well as ${change.subject}.`;
    case "status-added":
      return `Report the status ${change.subject} as a failure, or handle it.`;
    case "default":
      return `Always send ${field}, or read pages until one is empty, and step by the number of records received.`;
    case "parameter-removed":
      return `Work without ${field}: check the answer instead of relying on its effect.`;
    case "parameter-renamed":
      return `Send ${to.replace(/^[a-z]+\./, "")} as well as ${field} if the present interface accepts both.`;
    case "moved":
    case "base-path":
    case "method":
    case "operation-removed":
      return "Make the path and method a setting, and report 404 and 405 as failures.";
    case "auth":
      return `Send the key in ${to.replace(/^[a-z]+\./, "")} too: that works before and after.`;
    case "request-type":
    case "answer-type":
      return `Accept the content type ${to} as well.`;
    case "header-removed":
      return `Work without the header ${change.subject}.`;
    case "header-added":
    case "deprecated":
    case "field-optional":
    case "parameter-added":
    case "operation-added":
      return "Ignore what the client does not know.";
  }
}

function join(...parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(" ");
}
