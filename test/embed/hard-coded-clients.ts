/** Programs under test that have the provider's host in their code, one on each client that people use. */
import axios from "axios";
import got from "got";
import { request } from "undici";

/** What a client sends. */
export interface Sent {
  readonly method?: "GET" | "POST" | "HEAD" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back. */
export interface Came {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request and follows redirects, as the client does by itself. */
export type HardCodedClient = (url: string, sent?: Sent) => Promise<Came>;

const globalFetch: HardCodedClient = async (url, sent) => {
  const response = await fetch(url, sent);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
};

const onAxios: HardCodedClient = async (url, { body, ...sent } = {}) => {
  const { status, headers, data } = await axios.request<string>({
    url,
    ...sent,
    ...(body === undefined ? {} : { data: body }),
    responseType: "text",
    transformResponse: (text: unknown) => text,
    validateStatus: () => true,
  });
  return { status, headers: Object.fromEntries(Object.entries(headers)), text: data };
};

const onGot: HardCodedClient = async (url, sent) => {
  const { statusCode, headers, body } = await got(url, {
    ...sent,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return { status: statusCode, headers, text: body };
};

const undiciRequest: HardCodedClient = async (url, { headers, ...sent } = {}) => {
  const came = await request(url, { ...sent, headers: { ...headers } });
  return { status: came.statusCode, headers: came.headers, text: await came.body.text() };
};

/** The clients that go through Node's own fetch and HTTP modules. */
export const nodeClients = {
  "global fetch": globalFetch,
  axios: onAxios,
  got: onGot,
} as const;

/** The clients that go through a dispatcher of undici. */
export const undiciClients = {
  "undici.request": undiciRequest,
  "global fetch": globalFetch,
} as const;
