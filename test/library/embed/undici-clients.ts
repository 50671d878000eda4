/** Programs under test with a hard-coded provider host that use an undici dispatcher. */
import { request } from "undici";

/** A request of a client. */
export interface Sent {
  readonly method?: "GET" | "POST" | "HEAD" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response to a client. */
export interface Came {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request and follows redirects if the client does so by default. */
export type HardCodedClient = (url: string, sent?: Sent) => Promise<Came>;

/** The global `fetch`. */
export const globalFetch: HardCodedClient = async (url, sent) => {
  const response = await fetch(url, sent);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
};

const undiciRequest: HardCodedClient = async (url, { headers, ...sent } = {}) => {
  const came = await request(url, { ...sent, headers: { ...headers } });
  return { status: came.statusCode, headers: came.headers, text: await came.body.text() };
};

/** The clients that use an undici dispatcher. */
export const undiciClients = {
  "undici.request": undiciRequest,
  "global fetch": globalFetch,
} as const;
