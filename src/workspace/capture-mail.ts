import type { MailDraft, OutboxMessage } from "../domain/mail.ts";
import type { Clock } from "./clock.ts";
import type { State } from "./state.ts";
import type { Transactions } from "./transactions.ts";

/** What becomes of captured mail: whether it is to go on, and how much is kept. */
interface Handling {
  readonly relaysMail: boolean;
  readonly messagesMax: number;
}

/** Captured messages between two looks at whether there are too many. */
const trimEvery = 100;

/** Puts messages into the outbox of a workspace; each gets its number, its id and the time. */
export function newMailCapture(
  state: State,
  clock: Clock,
  { relaysMail, messagesMax }: Handling,
  emit: Transactions["emit"],
): (draft: MailDraft) => OutboxMessage {
  return ({ to, subject, links, leadId, planId, content }) => {
    const { outbox } = state.store();
    // No world brings messages along: every id in the outbox is made here, of a number of its own.
    const number = outbox.nextNumber();
    const id = state.ids().of("email", number);
    const relay = relaysMail ? "due" : null;
    const rest = { relay, relayNote: null, isRead: false } as const;
    const message = { id, at: clock.now(), to, subject, links, leadId, planId, content, ...rest };
    outbox.insert(number, message);
    if (number % trimEvery === 0) outbox.keepNewest(messagesMax);
    emit("mail.captured", { id, kind: content.kind, to: [...to] });
    return message;
  };
}
