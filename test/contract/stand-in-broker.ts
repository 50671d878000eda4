import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

import { onTestFinished } from "vitest";

/** A pact in the fake broker. */
export interface Held {
  readonly pact: object;
  readonly pending?: boolean;
}

/** A request to the fake broker. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly accept: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A response of the broker; `text` is sent unchanged. */
export interface Told {
  readonly status?: number;
  readonly json?: object;
  readonly text?: string;
}

export interface BrokerSettings {
  readonly pacts: readonly Held[];
  /** The bearer token that it requires. */
  readonly token?: string;
  readonly hasBranches?: boolean;
  readonly takesResults?: boolean;
  /** Responses that override its own, by method and path. */
  readonly instead?: Readonly<Record<string, Told>>;
}

/** A fake broker on a free port with the calls for verification and publishing. */
export async function standInBroker(settings: BrokerSettings) {
  const asked: Asked[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const { method = "", url: path = "", headers } = request;
    const { accept, authorization } = headers;
    asked.push({ method, path, accept, authorization, body });
    const expected = answer(settings, base(), { method, path, authorization });
    response.writeHead(expected.status ?? 200, { "content-type": "application/hal+json" });
    response.end(expected.text ?? JSON.stringify(expected.json));
  };
  const server = createServer((request, response) => void take(request, response));
  const base = (): string => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const published = () => asked.filter(({ path }) => path.endsWith("/results"));
  return { url: base(), asked, published };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? null : JSON.parse(text);
}

function answer(
  settings: BrokerSettings,
  base: string,
  { method, path, authorization }: Pick<Asked, "method" | "path" | "authorization">,
): Told {
  const { pacts, token, instead = {} } = settings;
  if (token !== undefined && authorization !== `Bearer ${token}`) {
    return { status: 401, json: { error: "Who is it?" } };
  }
  const own = instead[`${method} ${path}`];
  if (own !== undefined) return own;
  if (path === "/") return { json: index(settings, base) };
  if (method === "POST" && path === "/for/lead-api") return { json: wanted(pacts, base) };
  const [, number, rest = ""] = /^\/pact\/(\d+)(\/results)?$/.exec(path) ?? [];
  const held = pacts[Number(number)];
  if (held !== undefined && method === "GET" && rest === "") {
    return { json: withLinks(held.pact, settings, `${base}${path}`) };
  }
  if (held !== undefined && method === "POST" && rest !== "") return { status: 201, json: {} };
  if (method === "PUT" && path.startsWith("/branches/")) return { status: 201, json: {} };
  return { status: 404, json: { error: `Nothing at ${method} ${path}` } };
}

function index({ hasBranches = true }: BrokerSettings, base: string): object {
  const branch = { href: `${base}/branches/{pacticipant}/{branch}/{version}`, templated: true };
  return {
    _links: {
      self: { href: base },
      "pb:provider-pacts-for-verification": { href: `${base}/for/{provider}`, templated: true },
      ...(hasBranches ? { "pb:pacticipant-branch-version": branch } : {}),
    },
  };
}

function wanted(pacts: readonly Held[], base: string): object {
  return {
    _embedded: {
      pacts: pacts.map(({ pending }, number) => ({
        shortDescription: "latest",
        ...(pending === undefined ? {} : { verificationProperties: { pending, notices: [] } }),
        _links: { self: { href: `${base}/pact/${number}`, name: `Pact ${number}` } },
      })),
    },
    _links: { self: { href: base } },
  };
}

function withLinks(pact: object, { takesResults = true }: BrokerSettings, url: string): object {
  const results = { "pb:publish-verification-results": { href: `${url}/results` } };
  return { ...pact, _links: { self: { href: url }, ...(takesResults ? results : {}) } };
}
