/** Carries out changes of where a request goes: its path, method, base path and key. */
import type { KnownOperation } from "../compare-documents.ts";
import type { Change } from "../findings.ts";
import { pathForm } from "../pair-operations.ts";
import type { EdgeContext, EdgeRequest } from "./edge-context.ts";

/** The status that refuses a path and a method of today; null for those that the next interface has. */
export function routeRefusal(
  { operation }: EdgeRequest,
  { changes, place }: EdgeContext,
  met: Set<string>,
): number | null {
  if (operation === null || place(operation) === null) return null;
  if (meets(changes(operation, "operation-removed", "moved", "base-path"), met)) return 404;
  return meets(changes(operation, "method"), met) ? 405 : null;
}

function meets(list: readonly Change[], met: Set<string>): boolean {
  for (const { id } of list) met.add(id);
  return list.length > 0;
}

/** The status that refuses a request whose operation is known, by its key or its type; null for another. */
export function accessRefusal(
  sent: EdgeRequest,
  { changes, place }: EdgeContext,
  met: Set<string>,
): number | null {
  const { operation, headers, body } = sent;
  if (operation === null || place(operation) === null) return null;
  const keys = changes(operation, "auth").filter(({ to }) => valueAt(sent, to ?? "") === undefined);
  if (meets(keys, met)) return 401;
  const added = changes(operation, "status-added").filter(({ subject }) => /^[45]/.test(subject));
  if (meets(added, met)) return Number((added[0]?.subject ?? "").replace(/XX$/i, "00"));
  const type = headers.get("content-type") ?? "";
  const types = changes(operation, "request-type").filter(
    ({ subject }) => body !== null && body !== "" && isMediaType(type, subject),
  );
  return meets(types, met) ? 415 : null;
}

/** The request with key and type of the present interface. */
export function restoredAccess(
  routed: EdgeRequest,
  context: EdgeContext,
  met: Set<string>,
): EdgeRequest {
  const { operation } = routed;
  const headers = new Map(routed.headers);
  let isSame = true;
  // An unknown path needs a key as well.
  const keyed = operation ?? context.places.known[0]?.id ?? null;
  let { query } = routed;
  for (const { id, subject, to } of context.changes(keyed, "auth")) {
    const value = valueAt(routed, to ?? "");
    if (value === undefined) continue;
    met.add(id);
    isSame = false;
    const key = value.replace(/^Bearer\s+/i, "");
    const [place = "", name = ""] = placeParts(to ?? "");
    if (place === "header") headers.delete(name.toLowerCase());
    if (place === "query") query = withoutParameter(query, name);
    const [oldPlace, oldName = ""] = placeParts(subject);
    if (oldPlace === "header") headers.set(oldName.toLowerCase(), key);
  }
  for (const { id, subject, to } of context.changes(operation, "request-type")) {
    if (!isMediaType(headers.get("content-type") ?? "", to ?? "")) continue;
    met.add(id);
    isSame = false;
    headers.set("content-type", subject);
  }
  return isSame ? routed : { ...routed, headers, query };
}

/** Finds the operation of a request that was not routed yet, under its next path and method. */
export function restoredRoute(
  sent: EdgeRequest,
  context: EdgeContext,
  met: Set<string>,
): EdgeRequest {
  if (sent.operation !== null) return sent;
  for (const { id: operation, from, own } of context.places.known) {
    const route = nextRoute({ id: operation, from }, context);
    if (route.changes.length === 0 || sent.method !== route.method) continue;
    const values = pathValues(pathBelowBase(sent.path, route.basePath), route.path);
    if (values === null) continue;
    for (const { id } of route.changes) met.add(id);
    return { ...sent, operation, method: own.method, path: filledPath(own.path, values) };
  }
  return sent;
}

/** A path below a new base path, else below that of today, which can be left out; empty for one that is not. */
function pathBelowBase(path: string, basePath: string | null): string {
  if (basePath === null) return path.replace(/^\/v1(?=\/)/, "");
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
}

/** Where an operation is in the next interface; `basePath` is null if it stays. */
export function nextRoute(
  { id, from }: Pick<KnownOperation, "id" | "from">,
  context: Pick<EdgeContext, "changes">,
): {
  readonly changes: readonly Change[];
  readonly method: string;
  readonly path: string;
  readonly basePath: string | null;
} {
  const changes = context.changes(id, "moved", "method", "base-path");
  const to = (kind: Change["kind"]): string | null | undefined =>
    changes.find((change) => change.kind === kind)?.to;
  const [, method = from.method, path = from.path] =
    /^(?:([A-Z]+) )?(\/.*)$/.exec(to("moved") ?? "") ?? [];
  const basePath = to("base-path")?.replace(/\/$/, "") ?? null;
  return { changes, method: to("method") ?? method, path, basePath };
}

/** The values of the parameters in a path; null for another path. */
function pathValues(path: string, template: string): readonly string[] | null {
  const parts = pathForm(template).split("/");
  const sent = path.split("/");
  if (parts.length !== sent.length) return null;
  const isSame = parts.every((part, index) => part === "{}" || part === sent[index]);
  return isSame ? sent.filter((_one, index) => parts[index] === "{}") : null;
}

function filledPath(template: string, values: readonly string[]): string {
  const left = [...values];
  return pathForm(template).replaceAll("{}", () => left.shift() ?? "");
}

/** Whether a Content-Type names a media type. */
export function isMediaType(contentType: string, type: string): boolean {
  return contentType.split(";")[0]?.trim().toLowerCase() === type.toLowerCase();
}

/** The place and the name of a parameter such as `query.limit`. */
export function placeParts(subject: string): readonly string[] {
  const dot = subject.indexOf(".");
  return [subject.slice(0, dot), subject.slice(dot + 1)];
}

/** What a request has at a place such as `header.X-API-Key`; undefined for nothing. */
export function valueAt(
  { query, headers }: Pick<EdgeRequest, "query" | "headers">,
  subject: string,
): string | undefined {
  const [place, name = ""] = placeParts(subject);
  if (place === "header") return headers.get(name.toLowerCase());
  if (place === "query") return new URLSearchParams(query).get(name) ?? undefined;
  return undefined;
}

/** The query without a parameter, in all forms such as `filter[email]`. */
export function withoutParameter(query: string, name: string): string {
  return renamedParameter(query, name, null);
}

/** The query with a parameter under another name, or without it. The rest stays as it was sent. */
export function renamedParameter(query: string, name: string, to: string | null): string {
  const parts = query.split("&").flatMap((part) => {
    const [key = ""] = new URLSearchParams(part).keys();
    if (key !== name && !key.startsWith(`${name}[`)) return [part];
    const written = part.includes("=") ? part.slice(part.indexOf("=")) : "";
    return to === null ? [] : [encodeURIComponent(to + key.slice(name.length)) + written];
  });
  return parts.join("&");
}
