import type { ChangeId, ChangeKind } from "./change-id.ts";
import { ChangeIdError, quotedShort } from "./change-id.ts";

/** The name of a header (RFC 9110, section 5.1). */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** The value of a header, which cannot hold line breaks or other characters than those of Latin-1. */
export const headerValue = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;
/** A status as a document names it. */
export const statusName = /^(?:[1-5]\d\d|[1-5]xx|default)$/i;

/** What one part of a change can be. */
interface PartForm {
  readonly part: "subject" | "from" | "to";
  readonly form: RegExp;
  /** Follows "Expected". */
  readonly expected: string;
}

const method = {
  form: /^(?:GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS|TRACE)$/,
  expected: "a method in capital letters, such as PUT",
} as const;
const operation = {
  form: /^[A-Z]+ \/\S*$/,
  expected: 'a method and a path, such as "GET /people/{leadId}"',
} as const;
const parameter = {
  part: "subject",
  form: /^(?:query|header|path|cookie)\.\S+$/,
  expected: "query.NAME, header.NAME or path.NAME",
} as const;
const mediaType = {
  form: /^[\w.+*-]+\/[\w.+*-]+$/,
  expected: "a media type, such as application/problem+json",
} as const;
const types = {
  form: /^(?:any|(?:string|number|integer|boolean|array|object|null)(?:\|(?:string|number|integer|boolean|array|object|null))*)$/,
  expected:
    "any, or types such as string, number, integer, boolean, array or object, with | between them",
} as const;
const status = { form: statusName, expected: "a status, such as 200 or 4XX" } as const;

const forms: ReadonlyMap<ChangeKind, readonly PartForm[]> = new Map<
  ChangeKind,
  readonly PartForm[]
>([
  ["moved", [{ part: "to", ...operation }]],
  ["operation-added", [{ part: "subject", ...operation }]],
  [
    "method",
    [
      { part: "from", ...method },
      { part: "to", ...method },
    ],
  ],
  ["base-path", [{ part: "to", form: /^\/\S*$/, expected: "a path, such as /v2" }]],
  [
    "auth",
    [
      {
        part: "to",
        form: /^(?:query|header|cookie)\.\S+$/,
        expected: "header.NAME or query.NAME",
      },
    ],
  ],
  ["parameter-required", [parameter]],
  ["parameter-added", [parameter]],
  ["status", [{ part: "to", ...status }]],
  [
    "status-added",
    [{ part: "subject", form: /^[2-5](?:\d\d|xx)$/i, expected: "a status, such as 451 or 5XX" }],
  ],
  ["request-type", [{ part: "to", ...mediaType }]],
  [
    "answer-type",
    [
      { part: "subject", ...status },
      { part: "from", ...mediaType },
      { part: "to", ...mediaType },
    ],
  ],
  [
    "type",
    [
      { part: "from", ...types },
      { part: "to", ...types },
    ],
  ],
  [
    "header-added",
    [
      { part: "subject", form: headerName, expected: "the name of a header" },
      { part: "to", form: headerValue, expected: "a text on one line" },
    ],
  ],
]);

/** Throws `ChangeIdError` for a part that cannot be carried out, such as the status 20x. */
export function requireParts(change: ChangeId): void {
  for (const { part, form, expected } of forms.get(change.kind) ?? []) {
    const value = change[part];
    if (value === null || form.test(value)) continue;
    throw new ChangeIdError(`Invalid ${change.kind}: ${quotedShort(value)}. Expected ${expected}.`);
  }
}
