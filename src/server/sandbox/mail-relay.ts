/** Connects the workspaces to the mail server of the settings. */
import type { Mailpit } from "../../world/mail/mailpit.ts";
import { newMailpit } from "../../world/mail/mailpit.ts";
import { loadComposer } from "../../world/mail/mime.ts";
import type { RelayOptions } from "../../world/mail/relay.ts";
import { newRelay } from "../../world/mail/relay.ts";
import { smtpServer } from "../../world/mail/smtp-url.ts";
import type { Timeouts } from "../../world/mail/smtp.ts";
import { loadConnection, newMailer } from "../../world/mail/smtp.ts";
import { outgoingMail } from "../../world/workspace/outgoing-mail.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import type { Config } from "../settings/config.ts";

/** Relays captured mail, in addition to the outbox. */
export interface MailRelay {
  /** Whether the settings name a mail server. */
  readonly isOn: boolean;
  /** The Mailpit that receives the mail; null if the settings name none. */
  readonly mailpit: Mailpit | null;
  /** Relays the mail that `workspace` captures, until the workspace closes. */
  readonly follow: (workspace: Workspace) => void;
  /** Resolves when the mail server has decided on the current message, or after `mostMs`. */
  readonly settled: (mostMs: number) => Promise<void>;
  readonly close: () => void;
}

/** How long to wait for the mail server and between attempts. */
export type RelayTiming = Pick<RelayOptions, "retries" | "graceMs"> & {
  readonly timeouts?: Timeouts;
};

/** The relay of the settings. Without a mail server, it sends nothing. */
export function openMailRelay(
  config: Config,
  { timeouts, ...timing }: RelayTiming = {},
): MailRelay {
  const mailpit = config.mailpitUrl === null ? null : newMailpit(config.mailpitUrl);
  const server = smtpServer(config.smtpUrl ?? "");
  if (server === null) {
    const close = (): void => mailpit?.close();
    return { isOn: false, mailpit, follow: () => {}, settled: async () => {}, close };
  }
  // Mail is relayed after the answer, possibly between two tests, when Jest refuses to load modules.
  void Promise.allSettled([loadComposer(), loadConnection()]);
  const relay = newRelay({
    ...timing,
    mailer: newMailer(server, timeouts),
    recipients: { rewriteTo: config.smtpRewriteTo, domains: config.smtpDomains },
    hasArrived: mailpit?.hasArrived ?? null,
  });
  return {
    isOn: true,
    mailpit: mailpit && {
      ...mailpit,
      // The mail server decides on the current message first, which could otherwise arrive afterwards.
      async clear(sender) {
        await relay.settled(settleMs);
        await mailpit.clear(sender);
      },
    },
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

const settleMs = 2_000;
