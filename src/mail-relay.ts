/** Puts the workspaces and the mail server of the settings together. */
import type { Config } from "./config.ts";
import type { Mailpit } from "./mail/mailpit.ts";
import { newMailpit } from "./mail/mailpit.ts";
import { newRelay } from "./mail/relay.ts";
import { smtpServer } from "./mail/smtp-url.ts";
import { newMailer } from "./mail/smtp.ts";
import { outgoingMail } from "./workspace/outgoing-mail.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** Where captured mail goes beside the outbox. */
export interface MailRelay {
  /** Whether it goes anywhere. */
  readonly isOn: boolean;
  /** The Mailpit that it arrives in, when the settings name one. */
  readonly mailpit: Mailpit | null;
  /** Sends on what `workspace` captures, until that is put away. */
  readonly follow: (workspace: Workspace) => void;
  readonly close: () => void;
}

/** The relay of the settings; without a mail server one that sends nothing. */
export function openMailRelay(config: Config): MailRelay {
  const mailpit = config.mailpitUrl === null ? null : newMailpit(config.mailpitUrl);
  const server = smtpServer(config.smtpUrl ?? "");
  if (server === null) return { isOn: false, mailpit, follow: () => {}, close: () => {} };
  const relay = newRelay({
    mailer: newMailer(server),
    recipients: { rewriteTo: config.smtpRewriteTo, domains: config.smtpDomains },
    hasArrived: mailpit?.hasArrived ?? null,
  });
  return {
    isOn: true,
    mailpit,
    follow(workspace) {
      const mail = outgoingMail(workspace, {
        onCaptured: () => relay.wake(mail),
        onEnd: () => relay.remove(mail),
      });
      relay.add(mail);
    },
    close: relay.close,
  };
}
