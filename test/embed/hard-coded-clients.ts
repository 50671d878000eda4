/** Programs under test with a hard-coded provider host, one for each popular HTTP client. */
import axios from "axios";
import got from "got";
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

/** The clients that use Node's own fetch or HTTP modules. */
export const nodeClients = {
  "global fetch": globalFetch,
  axios: onAxios,
  got: onGot,
} as const;

/** The clients that use an undici dispatcher. */
export const undiciClients = {
  "undici.request": undiciRequest,
  "global fetch": globalFetch,
} as const;
