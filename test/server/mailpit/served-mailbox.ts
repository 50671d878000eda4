import { MailpitClient } from "mailpit-api";
import type { MailpitClientOptions } from "mailpit-api";

import type { ServedClient } from "../../library/client/served-client.ts";
import { newServedClient } from "../../library/client/served-client.ts";

/** A workspace on a real port, with the usual Mailpit client. */
export interface ServedMailbox extends ServedClient {
  /** The base URL of a Mailpit client for this workspace. */
  readonly base: string;
  readonly mailpit: MailpitClient;
  /** Creates a Lead, which gets an invitation by mail. */
  readonly invite: (email: string, fields?: object) => Promise<void>;
  /** Sends a request below the base URL. */
  readonly ask: (method: string, path: string, init?: RequestInit) => Promise<Asked>;
}

/** An answer of the Mailpit API. */
export interface Asked {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A new workspace with an empty outbox. */
export async function newServedMailbox(
  options: Parameters<typeof newServedClient>[0] = {},
): Promise<ServedMailbox> {
  const served = await newServedClient(options);
  const base = `${served.url}/_sandbox/workspaces/${served.id}/mailpit`;
  return {
    ...served,
    base,
    mailpit: new MailpitClient(base),
    async invite(email, fields) {
      await served.createLead(email, fields);
    },
    ask: (method, path, init = {}) => askAt(base + path, { ...init, method }),
  };
}

/** A mailbox with a mail to Ana and a later one to Bo. */
export async function withTwoMails(): Promise<ServedMailbox> {
  const mailbox = await newServedMailbox();
  await mailbox.invite("ana@client.example");
  await mailbox.invite("bo@client.example");
  return mailbox;
}

/** Sends a request and reads the whole answer. */
export async function askAt(url: string, init: RequestInit = {}): Promise<Asked> {
  const answer = await fetch(url, init);
  const [mediaType = ""] = (answer.headers.get("content-type") ?? "").split(";");
  return {
    status: answer.status,
    mediaType,
    headers: answer.headers,
    text: await answer.text(),
  };
}

/** A request body as JSON. */
export function json(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/** A client for another base URL. */
export function mailpitAt(base: string, options: MailpitClientOptions = {}): MailpitClient {
  return new MailpitClient(base, options);
}

/** The recipients of the messages in a list. */
export function recipients(list: {
  readonly messages: readonly { readonly To: readonly { readonly Address: string }[] }[];
}): readonly (string | undefined)[] {
  return list.messages.map(({ To }) => To[0]?.Address);
}
