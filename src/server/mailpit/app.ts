/** Mailpit's REST API for the outbox of a workspace, so that Mailpit clients work with the sandbox alone. */
import type { Context } from "hono";
import { Hono } from "hono";

import { cancelHeadBody } from "../../network/http/cancel-head-body.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import type { MailpitServer } from "./about.ts";
import { aboutPages, aboutServer, countsOf, tagsOf } from "./about.ts";
import type { MailpitEnv } from "./env.ts";
import { DeletedMessages, readBody, readPage, ReadStatus } from "./input.ts";
import { entriesOf, searchMailbox } from "./mailbox-search.ts";
import type { MailboxEntry } from "./mailbox.ts";
import { newKnownSizes, openMailbox } from "./mailbox.ts";
import { addMessageRoutes } from "./message.ts";
import { MailpitRefusal } from "./refusal.ts";
import { listItem } from "./shapes.ts";
import { unsupportedCalls } from "./unsupported-calls.ts";

/**
 * Serves the workspaces of `registry` as Mailpits at `{prefix}/mailpit` and `{prefix}/workspaces/{id}/mailpit`.
 * `enter` throws for a request that may not be served, or no longer.
 */
export function mailpitApp(
  registry: Registry,
  server: MailpitServer,
  { prefix, enter }: { readonly prefix: string; readonly enter: (c: Context) => void },
): Hono {
  const mailpit = mailpitRoutes(server);
  const known = newKnownSizes();
  const app = new Hono();
  for (const base of [`${prefix}/mailpit`, `${prefix}/workspaces/:workspaceId/mailpit`]) {
    app.all(`${base}/*`, (c) => {
      const id: string | undefined = c.req.param("workspaceId");
      const parts = new URL(c.req.url).pathname.split("/").slice(base.split("/").length);
      return mailpit.fetch(c.req.raw, {
        path: pathOf(parts),
        mailbox() {
          // Again, because a body may have come meanwhile, and another workspace have taken the id.
          enter(c);
          return openMailbox(upToDate(workspaceOf(registry, id)), known);
        },
      });
    });
  }
  return app;
}

function mailpitRoutes(server: MailpitServer): Hono<MailpitEnv> {
  const app = new Hono<MailpitEnv>({ getPath: (_, options) => options?.env?.path ?? "/" });
  app.onError((error, c) => {
    if (error instanceof MailpitRefusal) return c.text(error.message, error.status);
    throw error;
  });
  app.use(cancelHeadBody);
  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
  });
  app.notFound((c) => c.text("404 page not found", 404));
  app.get("/api/v1/info", (c) => c.json(aboutServer(c.env.mailbox(), server)));
  app.get("/api/v1/webui", (c) => c.json(aboutPages(c.env.mailbox())));
  app.get("/api/v1/tags", (c) => c.json(tagsOf(c.env.mailbox())));
  app.get("/api/v1/messages", listMessages);
  app.put("/api/v1/messages", setReadStatus);
  app.delete("/api/v1/messages", deleteMessages);
  app.get("/api/v1/search", searchMessages);
  app.delete("/api/v1/search", deleteFound);
  addMessageRoutes(app);
  for (const { method, path, instead } of unsupportedCalls) {
    app.on(method, path, (c) => c.text(`The sandbox does not have this. ${instead}`, 501));
  }
  app.options("/api/v1/*", (c) => c.text(""));
  refuseOtherMethods(app);
  for (const probe of ["/livez", "/readyz"]) {
    app.all(probe, (c) => {
      c.env.mailbox();
      return c.body(null, 200);
    });
  }
  return app;
}

/** Answers 405 for other methods at every path registered so far. */
function refuseOtherMethods(app: Hono<MailpitEnv>): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === "ALL" || method === "OPTIONS") continue;
    const known = methods.get(path) ?? new Set();
    methods.set(path, known.add(method));
    if (method === "GET") known.add("HEAD");
  }
  for (const [path, known] of methods) {
    const allow = [...known].toSorted().join(", ");
    app.all(path, (c) => c.text("Method Not Allowed\n", 405, { allow }));
  }
}

/** The path without empty segments. A base URL with a trailing slash leads to `BASE//view/…`. */
function pathOf(parts: readonly string[]): string {
  const named = parts.filter((part) => part !== "");
  const isOpen = named.length > 0 && parts.at(-1) === "";
  return `/${named.join("/")}${isOpen ? "/" : ""}`;
}

function workspaceOf(registry: Registry, id: string | undefined): Workspace {
  const workspace = id === undefined ? registry.default() : registry.find(id);
  if (workspace !== null) return workspace;
  const broken = registry.broken().find((one) => one.id === id);
  if (broken !== undefined) {
    const message = `The workspace ${JSON.stringify(id)} is broken. ${broken.reason}`;
    throw new MailpitRefusal(409, message);
  }
  throw new MailpitRefusal(
    404,
    `404 page not found: there is no workspace ${JSON.stringify(id)}. GET /_sandbox/workspaces lists all.`,
  );
}

/** Runs everything that is due by the workspace's clock. */
function upToDate(workspace: Workspace): Workspace {
  workspace.schedule.runUpTo(workspace.clock.now());
  return workspace;
}

type MailpitContext = Context<MailpitEnv>;

async function listMessages(c: MailpitContext): Promise<Response> {
  const { start, limit } = readPage(queryOf(c));
  const mailbox = c.env.mailbox();
  // As with Mailpit, a limit of 0 means no limit.
  const end = limit === 0 ? Infinity : start + limit;
  const messages: object[] = [];
  let place = 0;
  for await (const entry of entriesOf(mailbox)) {
    if (place >= end) break;
    if (place >= start) messages.push(await listItem(entry));
    place += 1;
  }
  const { total, unread } = countsOf(mailbox);
  return summary(c, { found: { count: total, unread }, start, messages });
}

async function searchMessages(c: MailpitContext): Promise<Response> {
  const { start, limit } = readPage(queryOf(c));
  const found = { count: 0, unread: 0 };
  const messages: object[] = [];
  for await (const entry of searched(c)) {
    const isOnPage = found.count >= start && found.count < start + limit;
    if (isOnPage) messages.push(await listItem(entry));
    found.count += 1;
    if (!entry.message.isRead) found.unread += 1;
  }
  return summary(c, { found, start, messages });
}

/** The messages that match the parameters `query` and `tz`. */
function searched(c: MailpitContext): AsyncGenerator<MailboxEntry> {
  return searchMailbox(c.env.mailbox(), c.req.query("query") ?? "", timeZoneOf(c));
}

function timeZoneOf(c: MailpitContext): string {
  return c.req.query("tz") ?? "UTC";
}

function queryOf(c: MailpitContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

/** The answer with a page of messages. */
function summary(
  c: MailpitContext,
  list: {
    readonly found: { readonly count: number; readonly unread: number };
    readonly start: number;
    readonly messages: readonly object[];
  },
): Response {
  const mailbox = c.env.mailbox();
  const { found, start, messages } = list;
  return c.json({
    ...countsOf(mailbox),
    count: messages.length,
    messages_count: found.count,
    messages_unread: found.unread,
    start,
    tags: tagsOf(mailbox),
    messages,
  });
}

async function deleteMessages(c: MailpitContext): Promise<Response> {
  const body = await readBody(c.req.raw, DeletedMessages, c.env.mailbox().workspace);
  const { outbox } = c.env.mailbox().workspace.store();
  if (body === null || body.ids.length === 0) outbox.clear();
  else outbox.remove(body.ids);
  return c.text("ok");
}

async function deleteFound(c: MailpitContext): Promise<Response> {
  const ids = await idsOf(searched(c));
  c.env.mailbox().workspace.store().outbox.remove(ids);
  return c.text("ok");
}

async function setReadStatus(c: MailpitContext): Promise<Response> {
  const body = await readBody(c.req.raw, ReadStatus, c.env.mailbox().workspace);
  if (body === null) {
    throw new MailpitRefusal(400, 'Nothing was done: there is no body. Send {"Read":true}.');
  }
  const { ids, search, read } = body;
  if (ids.length > 0 && search !== "") {
    throw new MailpitRefusal(400, "You may specify either IDs or a search query, not both.");
  }
  const mailbox = c.env.mailbox();
  const chosen =
    search === ""
      ? entriesOf(mailbox, { isRead: !read })
      : searchMailbox(mailbox, search, timeZoneOf(c));
  const marked = ids.length > 0 ? ids : await idsOf(chosen);
  mailbox.workspace.store().outbox.markRead(marked, read);
  return c.text("ok");
}

async function idsOf(entries: AsyncIterable<MailboxEntry>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { message } of entries) ids.push(message.id);
  return ids;
}
