import type { Mailbox } from "./mailbox.ts";

/** The process that serves a mailbox. */
export interface MailpitServer {
  readonly version: string;
  readonly uptimeMs: () => number;
}

/** The number of messages in a mailbox, and of unread ones. */
export function countsOf({ workspace }: Mailbox): {
  readonly total: number;
  readonly unread: number;
} {
  const { outbox } = workspace.store();
  const none = { limit: 0, offset: 0 };
  return {
    total: outbox.list({}, none).total,
    unread: outbox.list({ isRead: false }, none).total,
  };
}

/** The tags of a mailbox: the workspace's own tag, once it has a message. */
export function tagsOf({ workspace, entry }: Mailbox): readonly string[] {
  const message = workspace.store().outbox.newest({});
  return message === null ? [] : entry(message).tags;
}

/** Mailpit's information about itself. Nothing arrives here by SMTP, so those counters are 0. */
export function aboutServer(mailbox: Mailbox, server: MailpitServer) {
  const { total, unread } = countsOf(mailbox);
  const version = `v${server.version}-lead-sandbox`;
  return {
    Version: version,
    LatestVersion: version,
    Database: "",
    DatabaseSize: 0,
    Messages: total,
    Unread: unread,
    Tags: Object.fromEntries(tagsOf(mailbox).map((tag) => [tag, total])),
    RuntimeStats: {
      Uptime: Math.floor(server.uptimeMs() / 1000),
      Memory: process.memoryUsage.rss(),
      MessagesDeleted: 0,
      SMTPAccepted: 0,
      SMTPAcceptedSize: 0,
      SMTPRejected: 0,
      SMTPIgnored: 0,
    },
  };
}

/** Mailpit's settings for its own pages; none of them apply here. */
export function aboutPages({ workspace }: Mailbox) {
  return {
    Label: `lead-sandbox: ${workspace.id}`,
    MessageRelay: {
      Enabled: false,
      SMTPServer: "",
      ReturnPath: "",
      AllowedRecipients: "",
      BlockedRecipients: "",
      OverrideFrom: "",
      PreserveMessageIDs: false,
      RecipientAllowlist: "",
    },
    SpamAssassin: false,
    ChaosEnabled: false,
    DuplicatesIgnored: false,
    HideDeleteAllButton: false,
  };
}
