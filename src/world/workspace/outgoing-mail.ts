import type { OutboxMessage, RelayState } from "../../domain/model/mail.ts";
import type { Workspace } from "./workspace.ts";

/** The messages of a workspace that go to a mail server. */
export interface OutgoingMail {
  readonly sender: ReturnType<typeof senderOf>;
  /** The oldest message that is due, or null. */
  readonly nextDue: () => OutgoingMessage | null;
  /** The messages that were being sent when the workspace was last closed. */
  readonly interrupted: () => readonly OutgoingMessage[];
}

export interface OutgoingMessage {
  readonly message: OutboxMessage;
  /** Records the progress of a message; false when it is gone, or the workspace was since reset or closed. */
  readonly mark: (state: RelayState, note: string | null) => boolean;
}

/** The origin of a workspace's mail: the domain of its addresses, and the workspace. */
export function senderOf({ id, sandbox }: Workspace): {
  readonly domain: string;
  readonly workspaceId: string;
} {
  return { domain: sandbox.mailDomain, workspaceId: id };
}

export interface MailListener {
  readonly onCaptured: () => void;
  readonly onEnd: () => void;
}

/**
 * The outgoing mail of `workspace`; an unused one has none. A restored snapshot sends nothing, because its mail was
 * sent before.
 */
export function outgoingMail(workspace: Workspace, listener: MailListener): OutgoingMail {
  let life = Symbol("life");
  const outgoing = (message: OutboxMessage): OutgoingMessage => {
    const begun = life;
    return {
      message,
      mark(state, note) {
        if (begun !== life || !workspace.isOpen()) return false;
        if (!workspace.store().outbox.markRelay(message.id, state, note)) return false;
        if (state === "sent" || state === "failed") workspace.sandbox.counts?.relayed(state);
        if (state === "sent") workspace.emit("mail.relayed", { id: message.id });
        if (state === "failed") workspace.emit("mail.relay-failed", { id: message.id, note });
        return true;
      },
    };
  };
  workspace.events.subscribe({
    onEvent(event) {
      if (event.type === "mail.captured" || event.type === "mail.relay-asked")
        listener.onCaptured();
    },
    onRenew() {
      life = Symbol("life");
      if (!workspace.isOpen()) return;
      workspace.store().outbox.stopRelaying("Not sent: it came back with a snapshot.");
    },
    onEnd: listener.onEnd,
  });
  return {
    sender: senderOf(workspace),
    nextDue() {
      if (!workspace.isOpen()) return null;
      const message = workspace.store().outbox.nextDue();
      return message === null ? null : outgoing(message);
    },
    interrupted: () =>
      workspace.isOpen() ? workspace.store().outbox.interrupted().map(outgoing) : [],
  };
}
