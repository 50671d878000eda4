import type { Connection } from "./connection.ts";
import type { QueryOf } from "./operation-types.ts";

/** The captured mail. */
export function emailCalls({ answer, data, text }: Connection) {
  const standing = (query: QueryOf<"count-emails">) => data("count-emails", { query });
  return {
    /** Newest first. */
    list: (query: QueryOf<"list-emails"> = {}) => answer("list-emails", { query }),
    /** How many mails match. */
    count: async (query: QueryOf<"count-emails"> = {}): Promise<number> =>
      (await standing(query)).count,
    /** The limits and size of the outbox, and how many mails it dropped. */
    standing: () => standing({}),
    /** The newest matching mail, as soon as there is one; fails with 404 after `timeoutMs`. */
    waitFor: (query: QueryOf<"wait-for-email"> = {}, signal?: AbortSignal) =>
      data("wait-for-email", { query, signal }),
    get: (emailId: string) => data("get-email", of(emailId)),
    /** The MIME source. */
    raw: (emailId: string) => text("get-email-raw", of(emailId)),
    html: (emailId: string) => text("get-email-html", of(emailId)),
    text: (emailId: string) => text("get-email-text", of(emailId)),
    /** Relays a mail to the mail server again. */
    relay: (emailId: string) => data("relay-email", of(emailId)),
    clear: (query: QueryOf<"forget-emails"> = {}) => data("forget-emails", { query }),
  };
}

function of(emailId: string) {
  return { params: { emailId } };
}
