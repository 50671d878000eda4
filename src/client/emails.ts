import type {
  forgetEmails,
  getEmail,
  getEmailHtml,
  getEmailRaw,
  getEmailText,
  listEmails,
  waitForEmail,
} from "../control/emails.ts";
import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The captured mail. */
export function emailCalls({ answer, data, response }: Connection) {
  return {
    /** Newest first. */
    list: (query: QueryOf<typeof listEmails> = {}) =>
      answer<typeof listEmails>("GET", "/emails", { query }),
    /** The newest that matches, as soon as there is one; refused with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<typeof waitForEmail> = {}, signal?: AbortSignal) =>
      data<typeof waitForEmail>("GET", "/emails/wait", { query, signal }),
    get: (emailId: string) =>
      data<typeof getEmail>("GET", "/emails/{emailId}", { params: { emailId } }),
    /** The MIME source. */
    raw: async (emailId: string): Promise<string> =>
      (
        await response<typeof getEmailRaw>("GET", "/emails/{emailId}/raw", { params: { emailId } })
      ).text(),
    html: async (emailId: string): Promise<string> =>
      (
        await response<typeof getEmailHtml>("GET", "/emails/{emailId}/html", {
          params: { emailId },
        })
      ).text(),
    text: async (emailId: string): Promise<string> =>
      (
        await response<typeof getEmailText>("GET", "/emails/{emailId}/text", {
          params: { emailId },
        })
      ).text(),
    clear: () => data<typeof forgetEmails>("DELETE", "/emails"),
  };
}
