/** All refusals of the emulated API and their bodies (interface 7; rule error.envelope). */
import type { RuleId } from "../../domain/rules/catalogue.ts";

/** The codes of field errors (interface 7; rule error.codes). */
export const fieldCodes = [
  "INVALID",
  "INCORRECT_TYPE",
  "NOT_UNIQUE",
  "NOT_FOUND",
  "UNSUPPORTED",
  "REQUIRED",
  "IN_USE",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** An invalid field and the rule it breaks; `path` leads to it from the body or the parameter's name. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly code: FieldCode;
  readonly message: string;
  readonly rule: RuleId;
  /** The received value, such as `, got "abc"`. Only the reason shows it, never the body. */
  readonly got?: string;
}

export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 422
  | 426
  | 429
  | 500
  | 503;

/**
 * A refusal of the interface: its status and body, the rules that decided it, and the reason for the
 * developer.
 */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly rules: readonly RuleId[];
  readonly reason: string;
  readonly fields: readonly FieldError[] | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(input: {
    readonly status: ErrorStatus;
    readonly message?: string;
    readonly rules: readonly RuleId[];
    readonly reason: string;
    readonly fields?: readonly FieldError[];
    readonly headers?: Readonly<Record<string, string>>;
  }) {
    super(input.message ?? messages[input.status]);
    this.status = input.status;
    this.rules = input.rules;
    this.reason = input.reason;
    this.fields = input.fields ?? null;
    this.headers = input.headers ?? {};
  }
}

/** The message of the only refusal whose text the interface shows (rule lead.unique). */
export const leadNotCreated = "Failed to create the Lead";

/** Messages where the text is not documented (rule error.messages). */
const messages: Readonly<Record<ErrorStatus, string>> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  413: "Payload too large",
  415: "Unsupported media type",
  422: "Validation failed",
  426: "Upgrade required",
  429: "Too many requests",
  500: "Internal server error",
  503: "Service unavailable",
};

/** The message in the error envelope of any status, including planned ones. */
export function messageOf(status: number): string {
  const known: Readonly<Record<number, string>> = { ...messages, ...plannedMessages };
  return known[status] ?? "Error";
}

/** Statuses that only a planned fault answers. */
const plannedMessages = {
  502: "Bad gateway",
  504: "Gateway timeout",
} as const;

/** A 422 for these fields, at least one. */
export function unprocessable(fields: readonly FieldError[]): ApiError {
  const [first] = fields;
  const rest = fields.length > 1 ? ` (and ${fields.length - 1} more)` : "";
  return new ApiError({
    status: 422,
    rules: [],
    reason: `${first?.path.join(".")}: ${first?.message}${first?.got ?? ""}${rest}`,
    fields,
  });
}

/**
 * Maximum number of field errors in an answer: one for each `{}` in `Plans` would make the answer thirty
 * times as long as the body (rule error.all-fields).
 */
export const fieldErrorsMax = 1_000;

/** How a refusal keys its fields, and how many it reports. */
export interface ErrorForm {
  readonly fieldNames: "dotted-path" | "leaf-name";
  readonly allFields: "all" | "first-only";
}

export interface ErrorBody {
  readonly message: string;
  readonly fields?: Readonly<Record<string, readonly { code: FieldCode; message: string }[]>>;
}

/** The body of a refusal (interface 2.5, 7). */
export function errorBody(error: ApiError, form: ErrorForm): ErrorBody {
  if (error.fields === null) return { message: error.message };
  const fields = new Map<string, { code: FieldCode; message: string }[]>();
  const isCut = form.allFields === "all" && error.fields.length > fieldErrorsMax;
  const shown = error.fields.slice(0, form.allFields === "all" ? fieldErrorsMax : 1);
  for (const { path, code, message } of shown) {
    const name = fieldName(path, form.fieldNames);
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [{ code, message }]);
    else known.push({ code, message });
  }
  const cut = isCut ? `; only the first ${fieldErrorsMax} field errors are shown` : "";
  return { message: error.message + cut, fields: Object.fromEntries(fields) };
}

function fieldName(path: FieldError["path"], names: ErrorForm["fieldNames"]): string {
  const leaf = path.findLast((part) => typeof part === "string");
  return names === "dotted-path" || leaf === undefined ? path.join(".") : leaf;
}
