import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { MailSender } from "./sender.ts";

export interface MailSource {
  readonly sender: MailSender;
  /** The oldest message that is due, or null. */
  readonly nextDue: () => Outgoing | null;
  /** The messages that an earlier run may or may not have delivered. */
  readonly interrupted: () => readonly Outgoing[];
}

/** A message that is being relayed. */
export interface Outgoing {
  readonly message: OutboxMessage;
  /** Records the progress; false when the workspace no longer has the message. */
  readonly mark: (state: "due" | "sending" | "sent" | "failed", note: string | null) => boolean;
}
