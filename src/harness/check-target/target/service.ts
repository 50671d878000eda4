/**
 * Sends a check's requests to the service: within a budget, with one retry after 429, and without following
 * redirects.
 */
import type { Json } from "../../../base/values/json.ts";
import { parsedJson } from "../../../base/values/json.ts";
import { timeoutSignal } from "../../../base/values/native-timers.ts";
import { fetchRequest } from "../../../library/client/fetch-request.ts";

/** A request to send. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer to one request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Json;
}

/** Why a check ended early: no budget left, refused by the service, no quota left, or no connection. */
export type StopCause = "budget" | "refused" | "quota" | "unreachable";

/** Ends a check; earlier findings stay. */
export class StoppedError extends Error {
  readonly stop: StopCause;
  constructor(stop: StopCause, message: string) {
    super(message);
    this.stop = stop;
  }
}

/** One request got no answer. It ends its probe; the check goes on. */
export class LostConnectionError extends Error {}

/** So many requests without an answer in a row mean that the service is gone. */
const lostMax = 3;

export interface ServiceOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Maximum number of requests, including retries after 429. */
  readonly requestsMax: number;
  /** Waits until a service that answered 429 accepts requests again. */
  readonly wait: (ms: number) => Promise<void>;
}

/** A service, with counts of sent requests and of created and deleted records. */
export interface Service {
  readonly send: (sent: Sent) => Promise<Reply>;
  readonly requests: () => number;
  readonly created: () => number;
  readonly deleted: () => number;
  /** Requests without an answer, such as those whose connection was closed. */
  readonly lost: () => number;
}

/** A burst limit ends within a minute. A longer `Retry-After` means that the hourly quota is used up. */
const timeoutMs = 61_000;
const answerMaxMs = 30_000;

/**
 * Sends requests to a service. Throws `LostConnectionError` for a request without an answer. Throws `StoppedError` for
 * several in a row, when the budget or quota is used up, or when the service redirects.
 */
export function newService({ fetch, requestsMax, wait }: ServiceOptions): Service {
  let requests = 0;
  let created = 0;
  let deleted = 0;
  let lost = 0;
  let lostInRow = 0;
  const once = async (sent: Sent): Promise<Reply> => {
    if (requests >= requestsMax) {
      throw new StoppedError("budget", `The budget of ${requestsMax} requests is used up.`);
    }
    requests += 1;
    try {
      const reply = await answerOf(sent, fetch);
      lostInRow = 0;
      return reply;
    } catch (error) {
      if (!(error instanceof LostConnectionError)) throw error;
      lost += 1;
      lostInRow += 1;
      if (lostInRow < lostMax) throw error;
      const { origin } = new URL(sent.url);
      const where = `${origin} cannot be reached, ${lostMax} times in a row`;
      throw new StoppedError("unreachable", `${where}: ${error.message}.`);
    }
  };
  return {
    async send(sent) {
      let reply = await once(sent);
      if (reply.status === 429) {
        await wait(timeoutOf(reply));
        reply = await once(sent);
      }
      if (reply.status === 429) throw noQuota("in an hour");
      if (sent.method === "POST" && reply.status < 300) created += 1;
      if (sent.method === "DELETE" && reply.status < 300) deleted += 1;
      return reply;
    },
    requests: () => requests,
    created: () => created,
    deleted: () => deleted,
    lost: () => lost,
  };
}

function timeoutOf({ headers }: Reply): number {
  const seconds = Number(headers.get("retry-after") ?? "");
  if (seconds * 1000 > timeoutMs) throw noQuota(`in ${seconds} s`);
  return seconds > 0 ? seconds * 1000 : timeoutMs;
}

function noQuota(when: string): StoppedError {
  return new StoppedError("quota", `The key has no quota left: try again ${when}.`);
}

async function answerOf(sent: Sent, fetch: ServiceOptions["fetch"]): Promise<Reply> {
  const { url, method, headers, body } = sent;
  const signal = timeoutSignal(answerMaxMs);
  const request = new Request(url, { method, headers, body, redirect: "manual", signal });
  const response = await reached(() => fetchRequest(request, fetch));
  if (response.status >= 300 && response.status < 400) {
    const location = response.headers.get("location") ?? "nowhere";
    throw new StoppedError(
      "refused",
      `${new URL(url).origin} redirects to ${location}, which is not followed. Use the final base URL.`,
    );
  }
  const text = await reached(() => response.text());
  return { status: response.status, headers: response.headers, json: jsonOf(text) };
}

async function reached<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw new LostConnectionError(reasonOf(error));
  }
}

/** The cause behind the generic "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${answerMaxMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : "";
  return [cause.message, code].find((text) => text !== "") ?? error.message;
}

/** Placeholder for a body that is not JSON. */
export const notJson = "not JSON";

function jsonOf(text: string): Json {
  const value = text === "" ? null : parsedJson(text);
  // An invalid body is evidence too.
  return value === undefined ? notJson : value;
}
