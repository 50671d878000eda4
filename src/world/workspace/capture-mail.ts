import type { MailDraft, OutboxMessage } from "../../domain/model/mail.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import type { State } from "./state.ts";
import type { Clock } from "./time/clock.ts";
import type { Transactions } from "./transactions.ts";

/** Puts messages into the outbox of a workspace; each gets its number, id and time. */
export function newMailCapture(
  state: State,
  clock: Clock,
  { relaysMail, outbox: bounds }: Pick<SandboxContext, "relaysMail" | "outbox">,
  emit: Transactions["emit"],
): (draft: MailDraft) => OutboxMessage {
  return (draft) => {
    const { outbox } = state.store();
    // Worlds contain no messages, so every id in the outbox is made here from a unique number.
    const number = outbox.nextNumber();
    const id = state.ids().of("email", number);
    const relay = relaysMail ? "due" : null;
    const rest = { relay, relayNote: null, isRead: false } as const;
    const message = { ...draft, id, at: clock.now(), ...rest };
    outbox.insert(number, message);
    outbox.keepWithin(bounds, number);
    emit("mail.captured", { id, kind: draft.content.kind, to: [...draft.to] });
    return message;
  };
}
