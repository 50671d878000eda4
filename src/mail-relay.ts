/** Connects the workspaces to the mail server of the settings. */
import type { Config } from "./config.ts";
import type { Mailpit } from "./mail/mailpit.ts";
import { newMailpit } from "./mail/mailpit.ts";
import type { Relay, RelayOptions } from "./mail/relay.ts";
import { newRelay } from "./mail/relay.ts";
import { smtpServer } from "./mail/smtp-url.ts";
import type { Timeouts } from "./mail/smtp.ts";
import { newMailer } from "./mail/smtp.ts";
import { outgoingMail } from "./workspace/outgoing-mail.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** Where captured mail goes in addition to the outbox. */
export interface MailRelay {
  /** Whether it goes anywhere. */
  readonly isOn: boolean;
  /** The Mailpit that it arrives in, when the settings name one. */
  readonly mailpit: Mailpit | null;
  /** Sends on what `workspace` captures, until that is put away. */
  readonly follow: (workspace: Workspace) => void;
  /** Resolves when the message under way has arrived or not, after `mostMs` at the latest. */
  readonly settled: (mostMs: number) => Promise<void>;
  readonly close: () => void;
}

/** How long is waited for the mail server, and between attempts. */
export type Pace = Pick<RelayOptions, "retries" | "graceMs"> & { readonly timeouts?: Timeouts };

/** The relay of the settings; without a mail server one that sends nothing. */
export function openMailRelay(config: Config, { timeouts, ...pace }: Pace = {}): MailRelay {
  const mailpit = config.mailpitUrl === null ? null : newMailpit(config.mailpitUrl);
  const server = smtpServer(config.smtpUrl ?? "");
  if (server === null) {
    const close = (): void => mailpit?.close();
    return { isOn: false, mailpit, follow: () => {}, settled: async () => {}, close };
  }
  const relay = newRelay({
    ...pace,
    mailer: newMailer(server, timeouts),
    recipients: { rewriteTo: config.smtpRewriteTo, domains: config.smtpDomains },
    hasArrived: mailpit?.hasArrived ?? null,
  });
  return {
    isOn: true,
    mailpit: mailpit && afterMail(mailpit, relay),
    follow(workspace) {
      const mail = outgoingMail(workspace, {
        onCaptured: () => relay.wake(mail),
        onEnd: () => relay.remove(mail),
      });
      relay.add(mail);
    },
    settled: relay.settled,
    close() {
      relay.close();
      mailpit?.close();
    },
  };
}

/** The same, but that it waits for a message that is on the wire before it deletes: it would arrive right after. */
function afterMail(mailpit: Mailpit, relay: Relay): Mailpit {
  return {
    ...mailpit,
    async clear(sender) {
      await relay.settled(settleMs);
      await mailpit.clear(sender);
    },
  };
}

const settleMs = 2_000;
