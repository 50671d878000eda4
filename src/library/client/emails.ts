import * as calls from "./calls.ts";
import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The captured mail. */
export function emailCalls({ answer, data, text }: Connection) {
  const standing = (query: QueryOf<typeof calls.countEmails>) => data(calls.countEmails, { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<typeof calls.listEmails> = {}) => answer(calls.listEmails, { query }),
    /** How many mails match. */
    count: async (query: QueryOf<typeof calls.countEmails> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the outbox, and how many mails it dropped. */
    standing: () => standing({}),
    /** The newest matching mail, as soon as there is one; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<typeof calls.waitForEmail> = {}, signal?: AbortSignal) =>
      data(calls.waitForEmail, { query, signal }),
    get: (emailId: string) => data(calls.getEmail, of(emailId)),
    /** The MIME source. */
    raw: (emailId: string) => text(calls.getEmailRaw, of(emailId)),
    html: (emailId: string) => text(calls.getEmailHtml, of(emailId)),
    text: (emailId: string) => text(calls.getEmailText, of(emailId)),
    /** Relays a mail to the mail server again. */
    relay: (emailId: string) => data(calls.relayEmail, of(emailId)),
    clear: (query: QueryOf<typeof calls.forgetEmails> = {}) => data(calls.forgetEmails, { query }),
  };
}

function of(emailId: string) {
  return { params: { emailId } };
}
