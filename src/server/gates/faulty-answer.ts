import type { FaultEffect } from "../../domain/model/fault.ts";
import type { Answer } from "../../network/http/answer.ts";
import { jsonHeaders } from "../../network/http/answer.ts";
import { messageOf } from "../../network/http/api-error.ts";
import type { Release } from "../../world/workspace/requests/held-requests.ts";

/** The answer that a fault makes from the operation's answer, or from null when the request did not run. */
export function faultyAnswer(answer: Answer | null, effect: FaultEffect): Answer {
  const { kind } = effect;
  const whole = wholeAnswer(answer, effect);
  const status = effect.status ?? answer?.status ?? 200;
  const body = kind === "malformed" ? whole.slice(0, Math.max(1, whole.length - 2)) : whole;
  return {
    status,
    headers: { ...answer?.headers, ...jsonHeaders, ...namedInLowerCase(effect.headers) },
    body: kind === "empty" || bodiless.has(status) ? null : body,
  };
}

/** The answer that a tester wrote: a text is sent unchanged, any other body as JSON. */
export function answerByHand({
  status = 200,
  body,
  headers,
}: Extract<Release, { readonly action: "answer" }>): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const isBodiless = body === undefined || bodiless.has(status);
  return {
    status,
    headers: { ...(isBodiless ? {} : jsonHeaders), ...namedInLowerCase(headers) },
    body: isBodiless ? null : text,
  };
}

function namedInLowerCase(headers: FaultEffect["headers"] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The answer before the fault breaks it: the one that the fault defines, or the operation's. */
function wholeAnswer(answer: Answer | null, effect: FaultEffect): string {
  if (effect.status === undefined && typeof answer?.body === "string") return answer.body;
  const { status = 200, message, fields } = effect;
  const hasFields = status === 409 || status === 422 || fields !== undefined;
  if (status < 400 && message === undefined) return JSON.stringify({ data: {} });
  return JSON.stringify({
    message: message ?? messageOf(status),
    ...(hasFields ? { fields: fields ?? {} } : {}),
  });
}
