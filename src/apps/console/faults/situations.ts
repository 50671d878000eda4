/** Presets of the fault form, and descriptions of faults. */
import type { workspace } from "../shell/connection.ts";

export type NewFault = Parameters<ReturnType<typeof workspace>["faults"]["plan"]>[0];

/** `does` ends the form's sentence; `forMs` counts by the workspace's clock, and without it `times` decides. */
type Situation = readonly [
  id: string,
  does: string,
  then: NewFault["then"],
  times: number | null,
  forMs?: number,
];
export const situations: readonly Situation[] = [
  ["answer-lost", "is carried out, its answer lost", { kind: "reset", when: "after" }, 1],
  ["reset", "is cut off, not carried out", { kind: "reset" }, 1],
  ["unavailable", "is answered 503, not carried out", { status: 503 }, 3],
  ["unavailable-for-a-minute", "is answered 503 for a minute", { status: 503 }, null, 60_000],
  ["error-after", "is carried out and answered 500", { status: 500, when: "after" }, 1],
  ["slow", "is answered after 5 seconds", { delayMs: 5_000 }, 1],
  ["hold", "is held until you answer it", { kind: "hold" }, 1],
  ["hang", "is never answered", { kind: "hang" }, 1],
  ["burst", "is answered 429", { status: 429 }, 3],
  ["malformed", "is carried out, its JSON cut short", { kind: "malformed", when: "after" }, 1],
  ["empty", "is carried out, its body empty", { kind: "empty", when: "after" }, 1],
];

/** Describes a fault: the next 2 POST requests to /v1/leads are answered with 503 and not carried out. */
export function sentenceOf({ match = {}, then, times = null }: NewFault): string {
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
  if (when === "after") return `carried out, then ${effects}`;
  const isOnlyDelayed = kind === undefined && status === undefined;
  return isOnlyDelayed ? `${effects}, then carried out` : `${effects} and not carried out`;
}

const kinds: Readonly<Record<string, string>> = {
  reset: "cut off",
  hang: "never answered",
  empty: "answered without a body",
  malformed: "answered with broken JSON",
  hold: "held until released",
};
