/**
 * Sends a check's requests to the service: within a budget, and without following redirects. What a gateway answers
 * in place of the service, and what a service answers while it fails, proves nothing: the request is sent again
 * where that changes nothing.
 */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import { Date, dateNow, timeoutSignal } from "../../../base/values/native-timers.ts";
import { fetchRequest } from "../../../library/client/fetch-request.ts";
import type { Reply, Sending, Sent } from "./exchange.ts";
import { isJsonType, NoAnswerError } from "./no-answer.ts";

/** Why a check ended early: no budget or quota left, refused by the service, no answers, or by its user. */
export type StopCause = "budget" | "refused" | "quota" | "unreachable" | "interrupted";

/** Ends a check; earlier findings stay. */
export class StoppedError extends Error {
  readonly stop: StopCause;
  constructor(stop: StopCause, message: string) {
    super(message);
    this.stop = stop;
  }
}

/** So many sendings without an answer in a row mean that the service is gone. */
const unansweredMax = 10;

/** The pauses before a request is sent again that got no answer. */
export const retryPausesMs = [1_000, 3_000] as const;

export interface ServiceOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Maximum number of requests, including those that are sent again. */
  readonly requestsMax: number;
  /** Waits for a quota, or before a request without an answer is sent again. */
  readonly wait: (ms: number, why: "quota" | "no-answer") => Promise<void>;
  /** Whether to wait until an hourly quota has room again. */
  readonly isPatient?: boolean;
  /** Aborted when the user ends the check. */
  readonly signal?: AbortSignal;
}

/** A service, with counts of sent requests and of created and deleted records. */
export interface Service {
  readonly send: (sent: Sent) => Promise<Reply>;
  readonly requests: () => number;
  readonly created: () => number;
  readonly deleted: () => number;
  /** Sendings that the service did not answer. */
  readonly lost: () => number;
}

/** A burst limit ends within a minute. A longer `Retry-After` means that the hourly quota is used up. */
const burstMs = 61_000;
/** Without `Retry-After`, a patient check asks rarely: refused requests may count, too. */
const quotaPausesMs = [burstMs, 120_000, 300_000] as const;
const pauseMaxMs = 3_600_000;
const answerMaxMs = 30_000;

/**
 * Sends requests to a service. Throws `NoAnswerError` for a request that the service does not answer. Throws
 * `StoppedError` after ten such sendings in a row, when the budget or quota is used up, or when the service redirects.
 */
export function newService(options: ServiceOptions): Service {
  const { wait, isPatient = false } = options;
  const counts = { requests: 0, created: 0, deleted: 0, lost: 0, lostInRow: 0 };
  const allowed = async (sent: Sent): Promise<Sending> => {
    for (let refusals = 1; ; refusals += 1) {
      // oxlint-disable-next-line no-await-in-loop -- until the key is allowed
      const sending = await sendOnce(sent, options, counts);
      if (sending.reply?.status !== 429) return sending;
      if (refusals > 1 && !isPatient) throw noQuota("in an hour");
      // oxlint-disable-next-line no-await-in-loop -- see above
      await wait(quotaPauseMs(sending.reply, refusals, isPatient), "quota");
    }
  };
  return {
    async send(sent) {
      const sendings: Sending[] = [];
      for (const pauseMs of sent.again === "same" ? [0, ...retryPausesMs] : [0]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        if (pauseMs > 0) await wait(pauseMs, "no-answer");
        // oxlint-disable-next-line no-await-in-loop -- see above
        const sending = await allowed(sent);
        if (sending.problem === null) {
          if (sent.method === "POST" && sending.reply.status < 300) counts.created += 1;
          if (sent.method === "DELETE" && sending.reply.status < 300) counts.deleted += 1;
          return sending.reply;
        }
        sendings.push(sending);
      }
      const error = new NoAnswerError(sent, sendings);
      if (error.unanswered.form !== null) counts.lostInRow = 0;
      throw error;
    },
    requests: () => counts.requests,
    created: () => counts.created,
    deleted: () => counts.deleted,
    lost: () => counts.lost,
  };
}

/** Sends a request once, and counts it. */
async function sendOnce(
  sent: Sent,
  { fetch, requestsMax, signal }: ServiceOptions,
  counts: { requests: number; lost: number; lostInRow: number },
): Promise<Sending> {
  throwIfInterrupted(signal);
  if (counts.requests >= requestsMax) {
    throw new StoppedError("budget", `The budget of ${requestsMax} requests is used up.`);
  }
  counts.requests += 1;
  const sending = await sendingOf(sent, fetch, signal);
  if (sending.problem === null) {
    counts.lostInRow = 0;
    return sending;
  }
  throwIfInterrupted(signal);
  counts.lost += 1;
  counts.lostInRow += 1;
  if (counts.lostInRow < unansweredMax) return sending;
  const { origin } = new URL(sent.url);
  const where = `${origin} gave no answer to ${unansweredMax} requests in a row`;
  throw new StoppedError("unreachable", `${where}. The last: ${sending.problem}.`);
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new StoppedError("interrupted", "The check was interrupted.");
  }
}

function quotaPauseMs({ headers }: Reply, refusals: number, isPatient: boolean): number {
  const ms = retryAfterMs(headers.get("retry-after"));
  if (!isPatient && ms > burstMs) throw noQuota(`in ${Math.ceil(ms / 1000)} s`);
  if (ms > 0) return Math.min(ms, pauseMaxMs);
  return quotaPausesMs[refusals - 1] ?? quotaPausesMs[2];
}

/** A number of seconds, or the time of a date; 0 for anything else. */
function retryAfterMs(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\s*\d/.test(value) ? Number(value) * 1000 : Date.parse(value) - dateNow();
  return ms > 0 ? ms : 0;
}

function noQuota(when: string): StoppedError {
  const advice = "With --wait, the check goes on when the key is allowed again";
  return new StoppedError("quota", `The key has no quota left: try again ${when}. ${advice}.`);
}

async function sendingOf(
  sent: Sent,
  fetch: ServiceOptions["fetch"],
  signal: AbortSignal | undefined,
): Promise<Sending> {
  const { url, method, headers, body } = sent;
  const timeout = timeoutSignal(answerMaxMs);
  const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  const request = new Request(url, { method, headers, body, redirect: "manual", signal: either });
  try {
    const response = await fetchRequest(request, fetch);
    refuseRedirect(response, url);
    return answerIn(response, await response.text());
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    const problem = `its connection was lost (${reasonOf(error)})`;
    return { problem, reply: null, form: null };
  }
}

function refuseRedirect({ status, headers }: Response, url: string): void {
  if (status < 300 || status >= 400) return;
  const location = headers.get("location") ?? "nowhere";
  throw new StoppedError(
    "refused",
    `${new URL(url).origin} redirects to ${location}, which is not followed. Use the final base URL.`,
  );
}

/** What came back, and whether the service itself answered. */
function answerIn({ status, headers }: Response, text: string): Sending {
  const json = jsonOf(text);
  const reply = { status, headers, json };
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const isForeign = text !== "" && status !== 429 && !isJsonType(type);
  if (status < 500 && !isForeign) return { problem: null, reply, form: null };
  const problem = `status ${status}, ${type.trim() === "" ? "without a content type" : type.trim()}`;
  const form = status < 500 ? { status, type: type.trim(), isObject: isJsonObject(json) } : null;
  return { problem, reply, form };
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
