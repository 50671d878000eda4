/** Presets of the fault form, and descriptions of faults. */
import type { workspace } from "../shell/connection.ts";

export type NewFault = Parameters<ReturnType<typeof workspace>["faults"]["plan"]>[0];

export interface Situation {
  readonly id: string;
  /** The rest of the form's sentence, after the path. */
  readonly does: string;
  readonly then: NewFault["then"];
  /** The default number of requests that it matches. */
  readonly times: number | null;
  /** Its duration by the workspace's clock; without one, it lasts until it is used up. */
  readonly forMs?: number;
}

export const situations: readonly Situation[] = [
  {
    id: "answer-lost",
    does: "is carried out, its answer lost",
    then: { kind: "reset", when: "after" },
    times: 1,
  },
  { id: "reset", does: "is cut off, not carried out", then: { kind: "reset" }, times: 1 },
  {
    id: "unavailable",
    does: "is answered 503, not carried out",
    then: { status: 503 },
    times: 3,
  },
  {
    id: "unavailable-for-a-minute",
    does: "is answered 503 for a minute",
    then: { status: 503 },
    times: null,
    forMs: 60_000,
  },
  {
    id: "error-after",
    does: "is carried out and answered 500",
    then: { status: 500, when: "after" },
    times: 1,
  },
  { id: "slow", does: "is answered after 5 seconds", then: { delayMs: 5_000 }, times: 1 },
  { id: "hold", does: "is held until you answer it", then: { kind: "hold" }, times: 1 },
  { id: "hang", does: "is never answered", then: { kind: "hang" }, times: 1 },
  { id: "burst", does: "is answered 429", then: { status: 429 }, times: 3 },
  {
    id: "malformed",
    does: "is carried out, its JSON cut short",
    then: { kind: "malformed", when: "after" },
    times: 1,
  },
  {
    id: "empty",
    does: "is carried out, its body empty",
    then: { kind: "empty", when: "after" },
    times: 1,
  },
];

interface Planned {
  readonly match?: NewFault["match"];
  readonly then: NewFault["then"];
  readonly times?: number | null | undefined;
}

/** Describes a fault: the next 2 POST requests to /v1/leads are answered with 503 and not carried out. */
export function sentenceOf({ match = {}, then, times = null }: Planned): string {
  const { method, path, operationId, apiKeyId } = match;
  const which = [
    times === null ? "Every" : `The next${times === 1 ? "" : ` ${times}`}`,
    ...(method === undefined ? [] : [method.toUpperCase()]),
    times === null || times === 1 ? "request" : "requests",
    ...(operationId === undefined ? [] : [`of ${operationId}`]),
    ...(path === undefined ? [] : [`to ${path}`]),
    ...(apiKeyId === undefined ? [] : [`with the key ${apiKeyId}`]),
  ].join(" ");
  return `${which} ${times === null || times === 1 ? "is" : "are"} ${effectOf(then)}.`;
}

function effectOf({ kind, status, when = "before", delayMs }: NewFault["then"]): string {
  const effects = [
    ...(delayMs === undefined ? [] : [`delayed by ${delayMs / 1_000} s`]),
    ...(kind === undefined ? [] : [kinds[kind] ?? kind]),
    ...(status === undefined ? [] : [`answered with ${status}`]),
  ].join(", ");
  // For a held request, the release decides.
  if (kind === "hold") return effects;
  const isCarriedOut = when === "after" || (kind === undefined && status === undefined);
  return isCarriedOut ? `carried out, ${effects}` : `${effects} and not carried out`;
}

const kinds: Readonly<Record<string, string>> = {
  reset: "cut off",
  hang: "never answered",
  empty: "answered without a body",
  malformed: "answered with broken JSON",
  hold: "held until released",
};
