/** Carries out changes of the parameters of a request. */
import type { Json } from "../../../base/values/json.ts";
import { parsedJson } from "../../../base/values/json.ts";
import type { Change } from "../findings.ts";
import type { EdgeContext, EdgeRequest, Notes } from "./edge-context.ts";
import { placeParts, renamedParameter, valueAt, withoutParameter } from "./route-edits.ts";
import { schemaCheck } from "./schema-check.ts";

/** The request with the parameters of the present interface. */
export function parametersInTodaysForm(
  sent: EdgeRequest,
  context: EdgeContext,
  notes: Notes,
): EdgeRequest {
  const changes = (...kinds: Parameters<typeof context.changes>[1][]) =>
    context.changes(sent.operation, ...kinds);
  let request = sent;
  for (const change of changes("parameter-required")) {
    request = withRequired(request, change, context, notes);
  }
  for (const { id, subject, to } of changes("parameter-removed", "parameter-renamed")) {
    const name = to === null ? null : `${placeParts(subject)[0]}.${to}`;
    if (hasParameter(request, subject)) {
      notes.met.add(id);
      request = withParameter(request, subject, null);
    }
    if (name !== null && hasParameter(request, name)) {
      notes.met.add(id);
      request = renamed(request, name, subject);
    }
  }
  for (const change of changes("parameter-values")) {
    request = withChecked(request, change, context, notes);
  }
  for (const { id, subject, to } of changes("default")) {
    if (hasParameter(request, subject)) continue;
    notes.met.add(id);
    request = withParameter(request, subject, to ?? "");
  }
  return request;
}

/** Refuses a request without a required parameter; one that is new is not passed on. */
function withRequired(
  request: EdgeRequest,
  { id, subject }: Change,
  { place }: EdgeContext,
  { met, problems }: Notes,
): EdgeRequest {
  if (!hasParameter(request, subject)) {
    met.add(id);
    problems.push({ field: placeParts(subject)[1] ?? subject, code: "REQUIRED" });
    return request;
  }
  const today = [...(place(request.operation)?.own.parameters.keys() ?? [])];
  const isKnown = today.some((name) => name.toLowerCase() === subject.toLowerCase());
  return isKnown ? request : withParameter(request, subject, null);
}

function withChecked(
  request: EdgeRequest,
  { id, subject, schema }: Change,
  { choices }: EdgeContext,
  { met, problems }: Notes,
): EdgeRequest {
  const text = valueAt(request, subject);
  const check = text === undefined || schema === undefined ? null : schemaCheck(schema);
  if (text === undefined || schema === undefined || check?.kind !== "usable") return request;
  const parsed = parsedJson(text);
  const isPlain = typeof parsed === "number" || typeof parsed === "boolean";
  const asValue = isPlain ? check.verdict(parsed) : "type";
  const verdict = asValue === "type" ? check.verdict(text) : asValue;
  if (verdict === "valid") return request;
  met.add(id);
  const clamped = clampedTo(parsed, schema);
  const name = placeParts(subject)[1] ?? subject;
  const choice = name === "limit" || name === "offset" ? choices[name] : "refused";
  if (choice === "clamped" && clamped !== null) {
    return withParameter(request, subject, String(clamped));
  }
  problems.push({ field: name, code: verdict === "type" ? "INCORRECT_TYPE" : "INVALID" });
  return request;
}

/** The nearest value in the bounds of a schema; null for a value that is not a number. */
function clampedTo(
  value: Json | undefined,
  { minimum, maximum }: Change["schema"] & object,
): number | null {
  if (typeof value !== "number") return null;
  const low = typeof minimum === "number" ? Math.max(value, minimum) : value;
  return typeof maximum === "number" ? Math.min(low, maximum) : low;
}

function hasParameter(request: EdgeRequest, subject: string): boolean {
  const [place, name = ""] = placeParts(subject);
  if (place !== "query") return valueAt(request, subject) !== undefined;
  return renamedParameter(request.query, name, null) !== request.query;
}

/** The request with one value of a parameter, or without it. */
function withParameter(request: EdgeRequest, subject: string, value: string | null): EdgeRequest {
  const [place, name = ""] = placeParts(subject);
  if (place === "query") {
    const rest = withoutParameter(request.query, name);
    const added = value === null ? "" : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    return { ...request, query: [rest, added].filter((part) => part !== "").join("&") };
  }
  if (place !== "header") return request;
  const headers = new Map(request.headers);
  if (value === null) headers.delete(name.toLowerCase());
  else headers.set(name.toLowerCase(), value);
  return { ...request, headers };
}

function renamed(request: EdgeRequest, from: string, to: string): EdgeRequest {
  const [place, name = ""] = placeParts(from);
  const [, toName = ""] = placeParts(to);
  if (place === "query") {
    return { ...request, query: renamedParameter(request.query, name, toName) };
  }
  const value = valueAt(request, from);
  return value === undefined
    ? request
    : withParameter(withParameter(request, from, null), to, value);
}
