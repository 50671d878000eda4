/** The features of Mailpit that the sandbox lacks, and their alternatives. */
export interface UnsupportedCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly instead: string;
}

const realMailpit = "Send the mail on to a Mailpit with LEAD_SANDBOX_SMTP_URL and ask that one.";

/** Every call that answers 501, with the text of its answer. */
export const unsupportedCalls: readonly UnsupportedCall[] = [
  {
    method: "POST",
    path: "/api/v1/send",
    instead:
      "The sandbox takes no mail in. Create a Lead, and it sends the mail that belongs to it.",
  },
  {
    method: "POST",
    path: "/api/v1/message/:id/release",
    instead: "Set LEAD_SANDBOX_SMTP_URL to relay all mail to a mail server.",
  },
  { method: "GET", path: "/api/v1/message/:id/html-check", instead: realMailpit },
  { method: "GET", path: "/api/v1/message/:id/link-check", instead: realMailpit },
  { method: "GET", path: "/api/v1/message/:id/sa-check", instead: realMailpit },
  {
    method: "GET",
    path: "/api/v1/message/:id/part/:partId/thumb",
    instead: "Ask for the part itself: api/v1/message/{ID}/part/{PartID}.",
  },
  ...(["PUT", "DELETE"] as const).map((method) => ({
    method,
    path: "/api/v1/tags/:tag?",
    instead: "The one tag of a mail is its workspace. Keep mail apart by workspace.",
  })),
  ...(["GET", "PUT"] as const).map((method) => ({
    method,
    path: "/api/v1/chaos",
    instead:
      "There is no SMTP server here to disturb. POST /_sandbox/faults disturbs the Lead API.",
  })),
  ...["/", "/view/:id"].map((path) => ({
    method: "GET" as const,
    path,
    instead:
      "Mailpit's pages are not here. GET api/v1/messages lists the mail, and view/{ID}.html shows one.",
  })),
];
