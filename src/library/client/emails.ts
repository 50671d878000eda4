import type {
  countEmails,
  forgetEmails,
  listEmails,
  relayEmail,
  waitForEmail,
} from "../../server/control/mail/emails.ts";
import type {
  getEmail,
  getEmailHtml,
  getEmailRaw,
  getEmailText,
} from "../../server/control/mail/parts.ts";
import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The captured mail. */
export function emailCalls({ answer, data, bytes }: Connection) {
  const standing = (query: QueryOf<typeof countEmails>) =>
    data<typeof countEmails>("GET", "/emails/count", { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<typeof listEmails> = {}) =>
      answer<typeof listEmails>("GET", "/emails", { query }),
    /** How many mails match. */
    count: async (query: QueryOf<typeof countEmails> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the outbox, and how many mails it dropped. */
    standing: () => standing({}),
    /** The newest matching mail, as soon as there is one; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<typeof waitForEmail> = {}, signal?: AbortSignal) =>
      data<typeof waitForEmail>("GET", "/emails/wait", { query, signal }),
    get: (emailId: string) => data<typeof getEmail>("GET", "/emails/{emailId}", of(emailId)),
    /** The MIME source. */
    raw: async (emailId: string) =>
      decodedUtf8(await bytes<typeof getEmailRaw>("GET", "/emails/{emailId}/raw", of(emailId))),
    html: async (emailId: string) =>
      decodedUtf8(await bytes<typeof getEmailHtml>("GET", "/emails/{emailId}/html", of(emailId))),
    text: async (emailId: string) =>
      decodedUtf8(await bytes<typeof getEmailText>("GET", "/emails/{emailId}/text", of(emailId))),
    /** Relays a mail to the mail server again. */
    relay: (emailId: string) =>
      data<typeof relayEmail>("POST", "/emails/{emailId}/relay", of(emailId)),
    clear: (query: QueryOf<typeof forgetEmails> = {}) =>
      data<typeof forgetEmails>("DELETE", "/emails", { query }),
  };
}

function of(emailId: string) {
  return { params: { emailId } };
}

function decodedUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
