/** What the sandbox asks of a Mailpit, answered for the messages that a mail server took. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

import { onTestFinished } from "vitest";

import type { Taken } from "./smtp-servers.ts";

export interface MailpitStandIn {
  readonly url: string;
  /** The queries that it was asked, deletions too, as method and query. */
  readonly asked: readonly string[];
  /** From now on it answers with 500, never, or again as it should. */
  readonly behave: (how: "broken" | "silent" | "well") => void;
  readonly close: () => Promise<void>;
}

/** A Mailpit whose messages are those in `taken`, but for the ones deleted there. */
export async function mailpitOf(taken: readonly Taken[]): Promise<MailpitStandIn> {
  const deleted = new Set<Taken>();
  const asked: string[] = [];
  let how: "broken" | "silent" | "well" = "well";
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? "", "http://127.0.0.1");
    const query = searchParams.get("query") ?? "";
    asked.push(`${request.method} ${query}`);
    if (how === "silent") return;
    if (how === "broken" || pathname !== "/api/v1/search") {
      response.writeHead(500).end("broken");
      return;
    }
    const found = taken.filter((one) => !deleted.has(one) && matches(one, query)).toReversed();
    if (request.method === "DELETE") {
      for (const one of found) deleted.add(one);
      response.end("ok");
      return;
    }
    answer(request, response, found, searchParams);
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
    behave(next) {
      how = next;
    },
    close,
  };
}

function answer(
  _request: IncomingMessage,
  response: ServerResponse,
  found: readonly Taken[],
  page: URLSearchParams,
): void {
  const start = Number(page.get("start") ?? 0);
  const messages = found
    .slice(start, start + Number(page.get("limit") ?? 50))
    .map((one) => ({ ID: messageIdOf(one), MessageID: messageIdOf(one) }));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ messages, messages_count: found.length, start }));
}

/** Message-IDs match in part and in any case, tags as a whole in any case. */
function matches(one: Taken, query: string): boolean {
  const [, kind, quoted = ""] = /^(message-id|tag):"(.*)"$/.exec(query) ?? [];
  const wanted = quoted.toLowerCase();
  if (kind === "message-id") return messageIdOf(one).toLowerCase().includes(wanted);
  return kind === "tag" && /^X-Tags: (.*?)\r?$/m.exec(one.source)?.[1]?.toLowerCase() === wanted;
}

/** The Message-ID of a message without the angle brackets. */
export function messageIdOf({ source }: Taken): string {
  return /^Message-ID: <(.*)>\r?$/m.exec(source)?.[1] ?? "";
}
