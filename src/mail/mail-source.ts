import type { OutboxMessage } from "../domain/mail.ts";
import type { MailSender } from "./sender.ts";

/** The mail of one workspace. */
export interface MailSource {
  readonly sender: MailSender;
  /** The oldest message that is due, or null. */
  readonly nextDue: () => Outgoing | null;
  /** The messages of which an earlier run of the sandbox does not know whether they arrived. */
  readonly interrupted: () => readonly Outgoing[];
}

/** A message on its way. */
export interface Outgoing {
  readonly message: OutboxMessage;
  /** Writes how far it is; false when the workspace forgot the message meanwhile. */
  readonly mark: (state: "due" | "sending" | "sent" | "failed", note: string | null) => boolean;
}
