/** Compares the statuses, content types and headers of the answers of one operation. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { textOrJson } from "../../base/values/json.ts";
import { headerValue } from "./change-parts.ts";
import type { Findings } from "./findings.ts";
import type { ApiAnswer } from "./openapi-document.ts";
import type { Pair } from "./pair-operations.ts";
import type { Schemas } from "./schema-shape.ts";

/** Answers of both documents with the same meaning. */
export interface AnswerPair {
  readonly status: string;
  readonly from: ApiAnswer;
  readonly next: ApiAnswer;
}

/** Notes the differences of statuses, types and headers; returns the pairs of answers. */
export function compareAnswers(
  { from, next }: Pair,
  operation: string,
  findings: Findings,
  schemas: { readonly from: Schemas; readonly next: Schemas },
): readonly AnswerPair[] {
  const moved = movedStatuses(from.answers, next.answers, schemas);
  for (const status of from.answers.keys()) findings.note(operation, `status:${status}`);
  for (const [status, to] of moved) {
    findings.add(operation, { kind: "status", subject: status, to, among: `status:${status}` });
  }
  const taken = new Set(moved.values());
  for (const status of next.answers.keys()) {
    if (from.answers.has(status) || taken.has(status) || status === "DEFAULT") continue;
    findings.add(operation, { kind: "status-added", subject: status });
  }
  const pairs = [...from.answers].flatMap(([status, answer]) => {
    const to = moved.get(status) ?? status;
    const other = next.answers.get(to);
    // A status that took over what another one said is compared there.
    const isTaken = taken.has(to) && !moved.has(status);
    return other === undefined || isTaken ? [] : [{ status, from: answer, next: other }];
  });
  compareTypes(pairs, operation, findings);
  compareHeaders(pairs, operation, findings);
  return pairs;
}

/**
 * The new status of each that is gone: the only new one of its class, or one that now has the body that the old one had.
 */
function movedStatuses(
  from: ReadonlyMap<string, ApiAnswer>,
  next: ReadonlyMap<string, ApiAnswer>,
  schemas: { readonly from: Schemas; readonly next: Schemas },
): ReadonlyMap<string, string> {
  const identity = (side: "from" | "next", answer: ApiAnswer | undefined): number | null =>
    answer?.schema === undefined || answer.schema === null
      ? null
      : schemas[side].identity(answer.schema);
  const gone = [...from.keys()].filter((status) => !next.has(status));
  return new Map(
    gone.flatMap((status) => {
      const isAlike = (other: string): boolean => other.startsWith(status.slice(0, 1));
      const fresh = [...next.keys()].filter((other) => isAlike(other) && !from.has(other));
      const [only] = fresh;
      if (gone.filter(isAlike).length === 1 && fresh.length === 1 && only !== undefined) {
        return [[status, only] as const];
      }
      const body = identity("from", from.get(status));
      const heirs = [...next.keys()].filter(
        (other) =>
          isAlike(other) &&
          body !== null &&
          identity("next", next.get(other)) === body &&
          identity("from", from.get(other)) !== body,
      );
      return heirs.length === 1 && heirs[0] !== undefined ? [[status, heirs[0]] as const] : [];
    }),
  );
}

/** A change of the type in all answers of a class is one change, such as of `4xx`. */
function compareTypes(pairs: readonly AnswerPair[], operation: string, findings: Findings): void {
  const withBodies = pairs.filter(
    ({ from, next }) => from.mediaType !== null && next.mediaType !== null,
  );
  for (const [first, members] of Map.groupBy(withBodies, ({ status }) => status.slice(0, 1))) {
    const texts = new Set(members.map(({ from, next }) => `${from.mediaType} ${next.mediaType}`));
    const isWhole = texts.size === 1;
    for (const { status, from, next } of isWhole ? members.slice(0, 1) : members) {
      const subject = isWhole && /\d/.test(first) ? `${first}xx` : status;
      const among = `type:${subject}:${from.mediaType}`;
      findings.note(operation, among);
      if (from.mediaType === next.mediaType) continue;
      const types = { from: from.mediaType ?? "", to: next.mediaType ?? "" };
      findings.add(operation, { kind: "answer-type", subject, ...types, among });
    }
  }
}

function compareHeaders(pairs: readonly AnswerPair[], operation: string, findings: Findings): void {
  for (const { from, next } of pairs) {
    const [before, after] = [namesOf(from.headers), namesOf(next.headers)];
    for (const [key, name] of before) {
      findings.note(operation, `header:${name}`);
      if (!after.has(key)) {
        findings.add(operation, { kind: "header-removed", subject: name, among: `header:${name}` });
      }
    }
    for (const [key, name] of after) {
      if (before.has(key)) continue;
      const to = exampleText(next.headers.get(name) ?? {});
      findings.add(operation, { kind: "header-added", subject: name, to });
    }
  }
}

function namesOf(headers: ReadonlyMap<string, JsonObject>): ReadonlyMap<string, string> {
  const names = [...headers.keys()].filter((name) => name.toLowerCase() !== "content-type");
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

function exampleText({ example, schema }: JsonObject): string | undefined {
  const inSchema: Json | undefined =
    typeof schema === "object" && schema !== null && "example" in schema
      ? schema["example"]
      : undefined;
  const value = example ?? inSchema;
  const text = value === undefined || value === "" ? undefined : textOrJson(value);
  return text !== undefined && headerValue.test(text) ? text : undefined;
}
