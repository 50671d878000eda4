/** Programs under test with a hard-coded provider host, one for each popular HTTP client. */
import axios from "axios";
import got from "got";

import type { HardCodedClient } from "./undici-clients.ts";
import { globalFetch } from "./undici-clients.ts";

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

/** The clients that use Node's own fetch or HTTP modules. */
export const nodeClients = {
  "global fetch": globalFetch,
  axios: onAxios,
  got: onGot,
} as const;
