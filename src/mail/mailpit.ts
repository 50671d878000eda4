/** The Mailpit that relayed mail arrives in, asked through its REST API. Each workspace is a tag there, by the header X-Tags. */
import type { MailpitClient } from "mailpit-api";

import type { OutboxMessage } from "../domain/mail.ts";
import { messageId, messageIdParts } from "./message-id.ts";
import type { MailSender } from "./sender.ts";

export interface Mailpit {
  readonly url: string;
  /** Whether a message is there. Rejects when Mailpit cannot be asked, as all of these do. */
  readonly hasArrived: (message: OutboxMessage, sender: MailSender) => Promise<boolean>;
  /** The ids of the messages of a workspace that are there. */
  readonly arrived: (workspaceId: string) => Promise<ReadonlySet<string>>;
  /** Asks for a message of a workspace, whether there is one or not. */
  readonly check: (workspaceId: string) => Promise<void>;
  /** Deletes the messages of a workspace. */
  readonly clear: (workspaceId: string) => Promise<void>;
  /** Ends what is being asked; nothing can be asked any more. */
  readonly close: () => void;
}

const askMsMax = 5_000;
const pageSize = 500;

/** The Mailpit at `address`, which may have a user and a password in it; nothing is asked before the first call. */
export function newMailpit(address: string): Mailpit {
  const { url, auth } = withoutUser(address);
  const closed = new AbortController();
  const ask = async <Result>(question: (client: MailpitClient) => Promise<Result>) => {
    // Loaded on first use: starting the server must not pay for it.
    const { MailpitClient: Client } = await import("mailpit-api");
    const signal = AbortSignal.any([AbortSignal.timeout(askMsMax), closed.signal]);
    const options = { fetchOptions: { signal }, ...(auth === null ? {} : { auth }) };
    return question(new Client(url, options));
  };
  return {
    url,
    async hasArrived(message, sender) {
      const id = messageId(message, sender).slice(1, -1);
      const query = `message-id:"${id}"`;
      const found = await ask((client) => client.searchMessages({ query, limit: pageSize }));
      // The search takes a part of an id in any case.
      return found.messages.some(({ MessageID }) => MessageID.replace(/^<|>$/g, "") === id);
    },
    async arrived(workspaceId) {
      const ids = new Set<string>();
      const query = ofWorkspace(workspaceId);
      for (let start = 0, total = 1; start < total; start += pageSize) {
        const page = { query, start, limit: pageSize };
        // oxlint-disable-next-line no-await-in-loop -- page after page
        const { messages, messages_count: count } = await ask((client) =>
          client.searchMessages(page),
        );
        total = count;
        for (const { MessageID } of messages) {
          const message = messageIdParts(MessageID);
          if (message?.workspaceId === workspaceId) ids.add(message.id);
        }
      }
      return ids;
    },
    async check(workspaceId) {
      const query = ofWorkspace(workspaceId);
      await ask((client) => client.searchMessages({ query, limit: 1 }));
    },
    async clear(workspaceId) {
      await ask((client) => client.deleteMessagesBySearch({ query: ofWorkspace(workspaceId) }));
    },
    close: () => closed.abort(),
  };
}

/** The URL as it may be shown, and what is left out of it. */
function withoutUser(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const auth = username === "" ? null : { username: plain(username), password: plain(password) };
  return { url: url.href.replace(/\/$/, ""), auth };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return text;
  }
}

function ofWorkspace(workspaceId: string): string {
  return `tag:"${workspaceId}"`;
}
