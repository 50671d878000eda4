import { MailpitClient } from "mailpit-api";
import type { MailpitClientOptions } from "mailpit-api";

import type { ServedClient } from "../../client/served-client.ts";
import { newServedClient } from "../../client/served-client.ts";

/** A workspace behind a real port with the client that people use for Mailpit. */
export interface ServedMailbox extends ServedClient {
  /** What a Mailpit client is given for this workspace. */
  readonly base: string;
  readonly mailpit: MailpitClient;
  /** Has a Lead invited by mail. */
  readonly invite: (email: string, fields?: object) => Promise<void>;
  /** Sends a request below the base URL unchanged. */
  readonly ask: (method: string, path: string, init?: RequestInit) => Promise<Asked>;
}

/** An answer of the Mailpit-shaped calls. */
export interface Asked {
  readonly status: number;
  readonly mediaType: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A workspace of its own for one test, with nothing in its outbox. */
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

/** Ana's mail first, Bo's after it. */
export async function withTwoMails(): Promise<ServedMailbox> {
  const mailbox = await newServedMailbox();
  await mailbox.invite("ana@client.example");
  await mailbox.invite("bo@client.example");
  return mailbox;
}

/** The answer to a request, read whole. */
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

/** The client for another base URL. */
export function mailpitAt(base: string, options: MailpitClientOptions = {}): MailpitClient {
  return new MailpitClient(base, options);
}

/** To whom the messages of a list go. */
export function recipients(list: {
  readonly messages: readonly { readonly To: readonly { readonly Address: string }[] }[];
}): readonly (string | undefined)[] {
  return list.messages.map(({ To }) => To[0]?.Address);
}
