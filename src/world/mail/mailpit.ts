/**
 * Queries the Mailpit that receives relayed mail, through its REST API. Each workspace is a tag there, set by
 * the header X-Tags.
 */
import type { MailpitClient } from "mailpit-api";

import { decoded } from "../../base/values/decoded.ts";
import { timeoutSignal } from "../../base/values/native-timers.ts";
import type { OutboxMessage } from "../../domain/model/mail.ts";
import { messageId, messageIdParts } from "./message-id.ts";
import type { MailSender } from "./sender.ts";

export interface Mailpit {
  readonly url: string;
  /** Whether a message has arrived. Like all calls here, it rejects when the query fails. */
  readonly hasArrived: (message: OutboxMessage, sender: MailSender) => Promise<boolean>;
  /** The ids of a sender's messages that have arrived. */
  readonly arrived: (sender: MailSender) => Promise<ReadonlySet<string>>;
  /** Queries a message of a sender, to see that Mailpit answers. */
  readonly check: (sender: MailSender) => Promise<void>;
  readonly clear: (sender: MailSender) => Promise<void>;
  /** Aborts running queries; later ones reject. */
  readonly close: () => void;
}

type Ask = <Result>(question: (client: MailpitClient) => Promise<Result>) => Promise<Result>;

const askMsMax = 5_000;
const pageSize = 500;

/** The Mailpit at `address`, which may contain a user and a password. Sends no query before the first call. */
export function newMailpit(address: string): Mailpit {
  const { url, auth } = withoutUser(address);
  const closed = new AbortController();
  const ask: Ask = async (question) => {
    // Loaded on first use: starting the server must not pay for it.
    const { MailpitClient: Client } = await import("mailpit-api");
    const signal = AbortSignal.any([timeoutSignal(askMsMax), closed.signal]);
    const options = { fetchOptions: { signal }, ...(auth === null ? {} : { auth }) };
    return question(new Client(url, options));
  };
  return {
    url,
    async hasArrived(message, sender) {
      const id = messageId(message, sender).slice(1, -1);
      const query = `message-id:"${id}"`;
      const found = await ask((client) => client.searchMessages({ query, limit: pageSize }));
      // The search is case-insensitive and matches parts of an id.
      return found.messages.some(({ MessageID }) => MessageID.replace(/^<|>$/g, "") === id);
    },
    arrived: async (sender) => new Set((await messagesOf(ask, sender)).map(({ id }) => id)),
    async check(sender) {
      await ask((client) => client.searchMessages({ query: taggedBy(sender), limit: 1 }));
    },
    async clear(sender) {
      const ids = (await messagesOf(ask, sender)).map(({ mailpitId }) => mailpitId);
      for (let from = 0; from < ids.length; from += pageSize) {
        const IDs = ids.slice(from, from + pageSize);
        // oxlint-disable-next-line no-await-in-loop -- a bounded number at a time
        await ask((client) => client.deleteMessages({ IDs }));
      }
    },
    close: () => closed.abort(),
  };
}

/** The URL to show, and the credentials removed from it. */
function withoutUser(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const auth =
    username === "" ? null : { username: decoded(username), password: decoded(password) };
  return { url: url.href.replace(/\/$/, ""), auth };
}

/**
 * The messages of a sender, recognized by their Message-ID. The tag only narrows the search: Mailpit ignores
 * its case and also makes tags of plus addresses.
 */
async function messagesOf(
  ask: Ask,
  sender: MailSender,
): Promise<readonly { readonly id: string; readonly mailpitId: string }[]> {
  const query = taggedBy(sender);
  const found = new Map<string, string>();
  for (let start = 0, total = 1; start < total; start += pageSize) {
    const page = { query, start, limit: pageSize };
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const { messages, messages_count: count } = await ask((client) => client.searchMessages(page));
    total = count;
    for (const { ID, MessageID } of messages) {
      const parts = messageIdParts(MessageID);
      const isOurs = parts?.workspaceId === sender.workspaceId && parts.domain === sender.domain;
      if (isOurs) found.set(ID, parts.id);
    }
  }
  return Array.from(found, ([mailpitId, id]) => ({ id, mailpitId }));
}

function taggedBy({ workspaceId }: MailSender): string {
  return `tag:"${workspaceId}"`;
}
