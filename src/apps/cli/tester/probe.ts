import { get } from "node:http";
import type { IncomingMessage } from "node:http";

import { timeoutSignal } from "../../../base/values/native-timers.ts";
import { responseTo } from "../../../network/http/response-to.ts";

/** The result of a probe of `/readyz`; `reason` says why it is not ready, null when it is. */
export interface Probed {
  readonly reason: string | null;
}

/** Whether a sandbox at `url` is ready to answer, within `timeoutMs`. */
export async function probe(url: string, timeoutMs: number): Promise<Probed> {
  const signal = timeoutSignal(timeoutMs);
  try {
    const answer = await answerAt(new URL(`${url}/readyz`), signal);
    return { reason: reasonOf(answer.statusCode, await beginningOf(answer)) };
  } catch (error) {
    return {
      reason: signal.aborted ? `no answer within ${timeoutMs} ms` : connectionProblem(error),
    };
  }
}

/** Skips certificate verification: the request contains no secret, and the answer is only a status. */
async function answerAt(address: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const options = { signal, agent: false, rejectUnauthorized: false } as const;
  const isSecure = address.protocol === "https:";
  const send = isSecure ? (await import("node:https")).get : get;
  return responseTo(send(address, options));
}

const charactersMax = 4_000;

async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > charactersMax) break;
  }
  return text;
}

function reasonOf(status: number | undefined, text: string): string | null {
  if (status === 200 && text === "ok") return null;
  if (status === 503 && text === "starting") return "it is starting";
  return `the server at this URL is not lead-sandbox: it answers ${status}`;
}

function connectionProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : error.message;
  return code.startsWith("HPE_") ? "the server at this URL is not lead-sandbox" : code;
}
