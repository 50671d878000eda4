import type { Fields } from "./field.ts";
import { environments } from "./shared-fields.ts";

/** The three kinds of mail the service sends (interface 6). */
export const mailKinds = ["welcome", "converted", "plan-updated"] as const;

/**
 * The progress of a message to the mail server. `due` waits, `sending` may or may not have arrived; null when
 * the message is not relayed.
 */
export const relayStates = ["due", "sending", "sent", "failed"] as const;

/**
 * A captured mail (interface 6), in the order of the tester's view. It is neither on the wire nor in
 * fixtures.
 */
export const messageFields = {
  id: { kind: "id", setBy: "creation" },
  environment: { kind: "text", setBy: "creation", oneOf: environments },
  at: { kind: "moment", setBy: "creation" },
  kind: { kind: "text", setBy: "derived", oneOf: mailKinds },
  from: { kind: "text", setBy: "derived" },
  to: { kind: "strings", setBy: "derived" },
  subject: { kind: "text", setBy: "creation" },
  leadId: { kind: "id", setBy: "creation", nullable: true, leftOut: true },
  planId: { kind: "id", setBy: "creation", nullable: true, leftOut: true },
  links: { kind: "strings", setBy: "creation" },
  relayed: { kind: "text", setBy: "derived", nullable: true, oneOf: ["sent", "failed"] },
  /** Why it failed, or why it is still due. */
  relayNote: { kind: "text", setBy: "service", nullable: true, leftOut: true },
  relay: { kind: "text", setBy: "service", nullable: true, oneOf: relayStates, notIn: ["control"] },
  /** Whether a reader of the mailbox opened it. */
  isRead: { kind: "flag", setBy: "service", notIn: ["control"] },
} as const satisfies Fields;
