/** Parses the query parameters of a GET. Throws a 422 that names every invalid one (interface 4.3). */
import type { Permission } from "../../../domain/model/api-key.ts";
import type { ListedResource } from "../../../domain/model/fields.ts";
import type { ListQuery } from "../../../domain/model/list-query.ts";
import { pageSizeDefault, pageSizeMax } from "../../../domain/model/list-query.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { ApiError, unprocessable } from "../../../network/http/api-error.ts";
import type { ApiCall } from "../routes/call.ts";
import { parseFilter } from "./filter.ts";
import { parseOrder } from "./order.ts";
import type { QueryReader } from "./query-reader.ts";
import { hintAt, parameterError } from "./query-reader.ts";

/** The resources that can be joined, by the paths of `include` (rules include.plans, include.client-profiles). */
export const includePaths = {
  leads: ["Plans", "Plans.ClientProfiles"],
  plans: ["ClientProfiles"],
  clientProfiles: [],
  firms: [],
  firmMembers: [],
  referralCodes: [],
} as const satisfies Record<ListedResource, readonly string[]>;
export type IncludePath = (typeof includePaths)[ListedResource][number];

/** The parsed query of a GET of one record. */
export interface RecordQuery {
  readonly withDeleted: boolean;
  readonly include: ReadonlySet<IncludePath>;
}

/** The parsed query of a GET of a list. */
export type ListRequest = RecordQuery & { readonly list: ListQuery };

/** The parameters of a GET of one record: `scope` and `include`. */
export function recordQuery(call: ApiCall, resource: ListedResource): RecordQuery {
  return reading(call, ["scope", "include"], (reader) => parseRecordQuery(reader, resource));
}

/** The parameters of a PATCH: only `scope` (rule lead.patch.not-active). */
export function scopeQuery(call: ApiCall): Pick<RecordQuery, "withDeleted"> {
  return reading(call, ["scope"], (reader) => ({ withDeleted: parseScope(reader) }));
}

/** The only parameter of a POST (interface 4.1; rules mail.opt-out, mail.opt-out.values). */
export function outreachQuery(call: ApiCall): { readonly disableClientOutreach: boolean } {
  return reading(call, ["disableClientOutreach"], (reader) => ({
    disableClientOutreach: disablesOutreach(reader),
  }));
}

function disablesOutreach({ query, trace, refuse }: QueryReader): boolean {
  const name = "disableClientOutreach";
  const value = query.get(name) ?? "false";
  if (value === "true" || value === "false") return value === "true";
  const rule = "mail.opt-out.values";
  const choice = trace.choice(rule);
  if (choice === "422") {
    refuse(parameterError(name, "INCORRECT_TYPE", "Expected true or false", rule));
  }
  return choice === "any-but-false";
}

/** An operation that takes no parameters. */
export function noQuery(call: ApiCall): void {
  reading(call, [], () => null);
}

export function listQuery(call: ApiCall, resource: ListedResource): ListRequest {
  return reading(call, ["limit", "offset", "order", "filter", "scope", "include"], (reader) => {
    const record = parseRecordQuery(reader, resource);
    if (!reader.query.has("scope")) reader.trace.apply("scope.default");
    const limit = parseLimit(reader);
    const offset = parseOffset(reader);
    const order = parseOrder(reader, resource);
    const filter = parseFilter(reader, resource);
    const ties = chosenFor("list.order.ties", call.trace.assumptions);
    const { withDeleted } = record;
    return { ...record, list: { limit, offset, order, ties, filter, withDeleted } };
  });
}

function reading<Result>(
  call: ApiCall,
  names: readonly string[],
  read: (reader: QueryReader) => Result,
): Result {
  const errors: FieldError[] = [];
  const { query, trace, key, hint } = call;
  const refuse = (error: FieldError): void => void errors.push(error);
  const reader = { query, trace, permissions: key.permissions, refuse, hint };
  checkNames(reader, names);
  const result = read(reader);
  if (errors.length > 0) throw unprocessable(errors);
  return result;
}

function checkNames(reader: QueryReader, names: readonly string[]): void {
  const { query, trace, refuse } = reader;
  if (query.size === 0) return;
  for (const name of new Set(query.keys())) {
    hintAt(reader, "the parameter", name, names);
    if (names.includes(name)) {
      if (query.getAll(name).length > 1 && trace.choice("query.repeated") === "422") {
        refuse(parameterError(name, "INVALID", "Expected one value", "query.repeated"));
      }
    } else if (name === "includes" && names.includes("include")) {
      trace.cite("include.spelling");
    } else if (trace.choice("query.unknown") === "422") {
      refuse(parameterError(name, "UNSUPPORTED", "There is no such parameter", "query.unknown"));
    }
  }
}

function parseRecordQuery(reader: QueryReader, resource: ListedResource): RecordQuery {
  return { withDeleted: parseScope(reader), include: parseInclude(reader, includePaths[resource]) };
}

function parseScope(reader: QueryReader): boolean {
  const { query, trace, refuse } = reader;
  const scope = query.get("scope");
  if (scope === "withDeleted") {
    trace.apply("scope.with-deleted");
    return true;
  }
  if (scope !== null) hintAt(reader, "the scope", scope, ["withDeleted", "active"]);
  if (scope === "active") trace.apply("scope.active");
  else if (scope !== null && trace.choice("scope.unknown") === "422") {
    refuse(
      parameterError("scope", "INVALID", "Expected withDeleted or active", "scope.unknown", scope),
    );
  }
  return false;
}

function parseInclude(
  reader: QueryReader,
  paths: readonly IncludePath[],
): ReadonlySet<IncludePath> {
  const { query, trace, refuse } = reader;
  if (query.size === 0) return nothing;
  const included = new Set<IncludePath>();
  const spelled = query.has("includes") ? trace.choice("include.spelling") : "ignored";
  const text = query.get("include") ?? (spelled === "accepted" ? query.get("includes") : null);
  for (const name of pathsIn(text ?? "", trace)) {
    hintAt(reader, "the include", name, paths);
    const path = paths.find((known) => known === name);
    if (path !== undefined) {
      if (mayInclude(reader, path)) included.add(path);
    } else if (trace.choice("include.unknown") === "422") {
      const allowed =
        paths.length === 0 ? "There is nothing to include" : `Expected ${paths.join(" or ")}`;
      refuse(parameterError("include", "INVALID", allowed, "include.unknown", name));
    }
  }
  return included;
}

/** The paths in `include` (rule include.separator). */
function pathsIn(text: string, trace: QueryReader["trace"]): readonly string[] {
  if (text === "") return [];
  if (!text.includes(",") || trace.choice("include.separator") === "none") return [text];
  return text.split(",").filter((part) => part !== "");
}

/** No included resources. */
export const nothing: ReadonlySet<IncludePath> = new Set();

/**
 * Whether the key may read what `path` joins. False omits it; the other choice throws a 403 (rule
 * include.permission).
 */
function mayInclude({ permissions, trace }: QueryReader, path: IncludePath): boolean {
  if (permissions.includes(includePermission)) return true;
  if (trace.choice("include.permission") === "left-out") return false;
  throw new ApiError({
    status: 403,
    rules: ["include.permission"],
    reason: `The key lacks the permission ${includePermission}, which include=${path} requires.`,
  });
}

/** ClientProfiles are nested in Plans and need the same permission (rule auth.permissions). */
const includePermission: Permission = "plans:read";

function parseLimit({ query, trace, refuse }: QueryReader): number {
  const text = query.get("limit");
  if (text === null) return pageSizeDefault;
  const limit = integer(text);
  if (limit !== null && limit >= 1 && limit <= pageSizeMax) {
    trace.apply("list.limit");
    return limit;
  }
  if (trace.choice("list.limit") === "clamped") {
    return isInteger(text) ? Math.min(Math.max(Number(text), 1), pageSizeMax) : pageSizeDefault;
  }
  refuse(
    parameterError(
      "limit",
      "INVALID",
      `Expected an integer from 1 to ${pageSizeMax}`,
      "list.limit",
      text,
    ),
  );
  return pageSizeDefault;
}

function parseOffset({ query, trace, refuse }: QueryReader): number {
  const text = query.get("offset");
  if (text === null) return 0;
  const offset = integer(text);
  if (offset !== null && offset >= 0) {
    trace.apply("list.offset");
    return offset;
  }
  if (trace.choice("list.offset") === "422") {
    refuse(
      parameterError("offset", "INVALID", "Expected an integer, 0 or more", "list.offset", text),
    );
  }
  return 0;
}

/** The integer in `text`, if a number represents it exactly. */
function integer(text: string): number | null {
  if (!isInteger(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}
