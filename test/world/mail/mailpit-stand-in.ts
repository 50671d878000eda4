/**
 * Emulates the parts of Mailpit's API that the sandbox uses, over the messages that a mail server
 * received.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { onTestFinished } from "vitest";

import type { Taken } from "./smtp-servers.ts";

export interface MailpitStandIn {
  readonly url: string;
  /** The received queries and deletions, as method and query. */
  readonly asked: readonly string[];
  /** The Message-IDs of the remaining messages, newest first. */
  readonly left: () => readonly string[];
  /** From now on: answers 500, never answers, or behaves normally. */
  readonly behave: (how: "broken" | "silent" | "well") => void;
  readonly close: () => Promise<void>;
}

/** A Mailpit with the messages in `taken`, except for the deleted ones. */
export async function mailpitOf(taken: readonly Taken[]): Promise<MailpitStandIn> {
  const deleted = new Set<Taken>();
  const asked: string[] = [];
  const present = (): readonly Taken[] => taken.filter((one) => !deleted.has(one)).toReversed();
  // As in Mailpit, no ids mean every message.
  const remove = (ids: readonly string[]): string => {
    const chosen = present().filter((one) => ids.length === 0 || ids.includes(idOf(taken, one)));
    for (const one of chosen) deleted.add(one);
    return "ok";
  };
  let how: "broken" | "silent" | "well" = "well";
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? "", "http://127.0.0.1");
    const query = searchParams.get("query") ?? "";
    asked.push(`${request.method} ${query}`);
    if (how === "silent") return;
    if (how === "well" && request.method === "DELETE" && pathname === "/api/v1/messages") {
      void text(request).then((body) => response.end(remove(Object(JSON.parse(body)).IDs)));
      return;
    }
    if (how === "broken" || request.method !== "GET" || pathname !== "/api/v1/search") {
      response.writeHead(500).end("broken");
      return;
    }
    const found = present().filter((one) => matches(one, query));
    answer(response, taken, found, searchParams);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await promise;
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    left: () => present().map(messageIdOf),
    behave(next) {
      how = next;
    },
    close,
  };
}

function answer(
  response: ServerResponse,
  taken: readonly Taken[],
  found: readonly Taken[],
  page: URLSearchParams,
): void {
  const start = Number(page.get("start") ?? 0);
  const messages = found
    .slice(start, start + Number(page.get("limit") ?? 50))
    .map((one) => ({ ID: idOf(taken, one), MessageID: messageIdOf(one) }));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ messages, messages_count: found.length, start }));
}

/**
 * Mailpit gives each message its own id, so two messages with the same Message-ID have different
 * ids.
 */
function idOf(taken: readonly Taken[], one: Taken): string {
  return `id-${taken.indexOf(one)}`;
}

/**
 * Message-IDs match partially, tags only as a whole; both ignore case. A plus address also creates
 * a tag.
 */
function matches(one: Taken, query: string): boolean {
  const [, kind, quoted = ""] = /^(message-id|tag):"(.*)"$/.exec(query) ?? [];
  const wanted = quoted.toLowerCase();
  if (kind === "message-id") return messageIdOf(one).toLowerCase().includes(wanted);
  const header = /^X-Tags: (.*?)\r?$/m.exec(one.source)?.[1] ?? "";
  const plus = one.to.flatMap((address) => /\+(.*)@/.exec(address)?.[1] ?? []);
  return kind === "tag" && [header, ...plus].some((tag) => tag.toLowerCase() === wanted);
}

/** The Message-ID of a message without the angle brackets. */
export function messageIdOf({ source }: Taken): string {
  return /^Message-ID: <(.*)>\r?$/m.exec(source)?.[1] ?? "";
}
