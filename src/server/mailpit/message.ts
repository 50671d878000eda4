import type { Context, Hono } from "hono";

import type { ReadMail } from "../../world/mail/read-mime.ts";
import { readMime } from "../../world/mail/read-mime.ts";
import type { MailpitEnv } from "./env.ts";
import { searchMailbox } from "./mailbox-search.ts";
import type { MailboxEntry } from "./mailbox.ts";
import { MailpitRefusal } from "./refusal.ts";
import { partOf, shownHeaders, wholeMessage, withNewWindows, withPartUrls } from "./shapes.ts";

type MessageContext = Context<MailpitEnv>;

/** The calls for one message, whose id may be `latest`. */
export function addMessageRoutes(app: Hono<MailpitEnv>): void {
  const message = "/api/v1/message/:id";
  app.get(message, async (c) => c.json(await wholeMessage(await openMessage(c))));
  app.get(`${message}/headers`, async (c) =>
    c.json(shownHeaders(await mailOf(await requestedMessage(c)))),
  );
  app.get(`${message}/raw`, async (c) => {
    const entry = await requestedMessage(c);
    if (c.req.query("dl") === "1") {
      c.header("content-disposition", `attachment; filename="${entry.message.id}.eml"`);
    }
    return c.text((await entry.source()).toString("utf8"), 200, plainText);
  });
  app.get(`${message}/part/:partId`, partAnswer);
  app.get("/view/:id{[^/]+\\.html}", async (c) => {
    const entry = await openMessage(c);
    c.header("content-security-policy", pagePolicy);
    const html = withPartUrls(await mailOf(entry), entry.message.id);
    return c.html(c.req.query("embed") === "1" ? withNewWindows(html) : html);
  });
  app.get("/view/:id{[^/]+\\.txt}", async (c) =>
    c.text((await mailOf(await openMessage(c))).text, 200, plainText),
  );
}

const plainText = { "content-type": "text/plain; charset=utf-8" } as const;

/** A mail shows embedded content and runs no scripts. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:";

async function partAnswer(c: MessageContext): Promise<Response> {
  const entry = await requestedMessage(c);
  const partId = c.req.param("partId") ?? "";
  const part = partOf(await mailOf(entry), partId);
  if (part === null) throw notFound(`part ${JSON.stringify(partId)} of that message`);
  // An image can contain a script that runs when a browser opens it as a page.
  const isMarkup = /html|xml/.test(part.mediaType);
  const disposition = isMarkup ? "attachment" : "inline";
  return c.body(part.bytes, 200, {
    "content-type": isMarkup ? "application/octet-stream" : part.mediaType,
    "content-disposition": `${disposition}; filename="${encodeURIComponent(part.fileName)}"`,
  });
}

async function mailOf(entry: MailboxEntry): Promise<ReadMail> {
  return readMime(await entry.source());
}

/** The message of the path; marks it as read. */
async function openMessage(c: MessageContext): Promise<MailboxEntry> {
  const entry = await requestedMessage(c);
  c.env.mailbox().workspace.store().outbox.markRead([entry.message.id], true);
  return entry;
}

/** The message of the path: by id, or the newest, optionally the newest that matches `query`. */
async function requestedMessage(c: MessageContext): Promise<MailboxEntry> {
  const id = (c.req.param("id") ?? "").replace(/\.(?:html|txt)$/, "");
  const query = c.req.query("query") ?? "";
  const mailbox = c.env.mailbox();
  if (id === "latest" && query.trim() !== "") {
    const found = searchMailbox(mailbox, query, c.req.query("tz") ?? "UTC");
    for await (const newest of found) return newest;
    throw new MailpitRefusal(404, "Message not found");
  }
  const { outbox } = mailbox.workspace.store();
  const message = id === "latest" ? outbox.newest({}) : outbox.find(id);
  if (message !== null) return mailbox.entry(message);
  throw id === "latest"
    ? new MailpitRefusal(404, "Message not found")
    : notFound(`message ${JSON.stringify(id)} in this workspace`);
}

function notFound(what: string): MailpitRefusal {
  return new MailpitRefusal(404, `404 page not found: there is no ${what}.`);
}
