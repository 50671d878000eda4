/** The grammar of change ids: `KIND:SUBJECT`, then `=VALUE`, `→TO` or `:FROM→TO`, then `@OPERATION,…`. */
import type { Json } from "../../base/values/json.ts";
import { shortened } from "../../base/values/shortened.ts";

/** What a change of each kind names after its subject; `nothing` for kinds whose subject says it all. */
export const changeKinds = {
  "operation-removed": "nothing",
  moved: "to",
  method: "from-to",
  "base-path": "to",
  auth: "to",
  "parameter-required": "nothing",
  "parameter-removed": "nothing",
  "parameter-renamed": "to",
  "parameter-values": "nothing",
  default: "value",
  "field-required": "nothing",
  "field-removed": "nothing",
  "field-renamed": "to",
  "field-restructured": "to",
  "field-added": "nothing",
  "field-values": "nothing",
  type: "from-to",
  format: "from-to",
  "absent-not-null": "nothing",
  "value-renamed": "from-to",
  "value-added": "value",
  status: "to",
  "status-added": "nothing",
  "request-type": "to",
  "answer-type": "from-to",
  "header-added": "value-or-nothing",
  "header-removed": "nothing",
  deprecated: "nothing",
  "maybe-absent": "nothing",
  "maybe-null": "nothing",
  "field-optional": "nothing",
  "parameter-added": "nothing",
  "operation-added": "nothing",
} as const;

export type ChangeKind = keyof typeof changeKinds;

/** A change that a client could notice, as its id names it. */
export interface ChangeId {
  readonly kind: ChangeKind;
  /** For a field, without its direction. */
  readonly subject: string;
  /** The direction that the change is restricted to; null for both, or where the kind has only one. */
  readonly direction: Direction | null;
  readonly from: string | null;
  /** What `→` or `=` names. */
  readonly to: string | null;
  /** The operationIds that it is restricted to, sorted; empty for every operation that has the subject. */
  readonly operations: readonly string[];
}

/** Whether a field is sent by the client or by the provider. */
export type Direction = "request" | "answer";

/** An id that does not follow the grammar; the message says what is expected. */
export class ChangeIdError extends Error {}

/** A value as JSON for messages, cut at 300 characters: it can have any length. */
export function quotedShort(value: Json): string {
  return shortened(JSON.stringify(value));
}

export function isChangeKind(kind: string): kind is ChangeKind {
  return Object.hasOwn(changeKinds, kind);
}

const fieldKinds: ReadonlySet<ChangeKind> = new Set([
  "field-required",
  "field-removed",
  "field-renamed",
  "field-restructured",
  "field-added",
  "field-values",
  "type",
  "format",
  "absent-not-null",
  "value-renamed",
  "value-added",
  "maybe-absent",
  "maybe-null",
  "field-optional",
]);

/** Whether the subject of a change is a field of a record. */
export function isFieldKind(kind: ChangeKind): boolean {
  return fieldKinds.has(kind);
}

/** Kinds that exist in one direction only, so that their ids leave it out. */
const ownDirections: ReadonlyMap<ChangeKind, Direction> = new Map<ChangeKind, Direction>([
  ["field-required", "request"],
  ["field-optional", "request"],
  ["absent-not-null", "answer"],
  ["field-restructured", "answer"],
]);

/** The only direction in which a kind exists, or null. */
export function ownDirection(kind: ChangeKind): Direction | null {
  return ownDirections.get(kind) ?? null;
}

/** Kinds that a document only allows, so that they may never be seen. */
export const possibleKinds: ReadonlySet<ChangeKind> = new Set([
  "maybe-absent",
  "maybe-null",
  "value-added",
  "status-added",
]);

/** The canonical id: `→`, quotes only where needed, operations sorted. */
export function changeIdText({ kind, subject, direction, from, to, operations }: ChangeId): string {
  const prefix = direction === null || ownDirection(kind) !== null ? "" : `${direction}.`;
  const middle = from === null ? "" : `:${quoted(from)}`;
  const sign = changeKinds[kind].startsWith("value") ? "=" : "→";
  const end = to === null ? "" : `${sign}${quoted(to)}`;
  const at = operations.length === 0 ? "" : `@${operations.toSorted().map(quoted).join(",")}`;
  return `${kind}:${quoted(prefix + subject)}${middle}${end}${at}`;
}

function quoted(value: string): string {
  return value === "" || /[\s:@=→"{},]|->/u.test(value) ? JSON.stringify(value) : value;
}

/** Parses an id. Throws `ChangeIdError` for one that does not follow the grammar. */
export function parseChangeId(text: string): ChangeId {
  const [kind, ...rest] = tokensOf(text);
  if (kind === undefined || kind.isSign || !isChangeKind(kind.text)) {
    throw new ChangeIdError(`Unknown kind: ${quotedShort(kind?.text ?? text)}.`);
  }
  return readParts(kind.text, rest, text);
}

function readParts(kind: ChangeKind, rest: readonly Token[], text: string): ChangeId {
  const form = changeKinds[kind];
  const fail = (): never => {
    throw new ChangeIdError(`Invalid change: ${quotedShort(text)}. Expected ${formText(kind)}.`);
  };
  const at = rest.findIndex((token) => token.isSign && token.text === "@");
  const body = at === -1 ? rest : rest.slice(0, at);
  const signs = body.filter(({ isSign }) => isSign).map(({ text: sign }) => sign);
  const values = body.filter(({ isSign }) => !isSign).map(({ text: value }) => value);
  const alternates = body.every(({ isSign }, index) => isSign === (index % 2 === 0));
  if (!alternates || !signsOf[form].includes(signs.join("")) || values.length !== signs.length) {
    return fail();
  }
  const operations = at === -1 ? [] : operationsIn(rest.slice(at + 1), fail);
  const [whole = "", ...further] = values;
  if (values.includes("")) return fail();
  const { direction, subject } = isFieldKind(kind)
    ? directed(kind, whole)
    : { direction: null, subject: whole };
  const [one = null, other = null] = further;
  return form === "from-to"
    ? { kind, subject, direction, from: one, to: other, operations }
    : { kind, subject, direction, from: null, to: one, operations };
}

/** The signs of each form, in their order. */
const signsOf: Readonly<Record<(typeof changeKinds)[ChangeKind], readonly string[]>> = {
  nothing: [":"],
  to: [":→"],
  "from-to": ["::→"],
  value: [":="],
  "value-or-nothing": [":", ":="],
};

/** The form of the ids of a kind, for messages. */
function formText(kind: ChangeKind): string {
  const ends = {
    nothing: "",
    to: "→TO",
    "from-to": ":FROM→TO",
    value: "=VALUE",
    "value-or-nothing": "[=VALUE]",
  } as const;
  return `${kind}:SUBJECT${ends[changeKinds[kind]]}[@OPERATION,…], with values that have a blank or one of : @ = → { } , in double quotes`;
}

function directed(
  kind: ChangeKind,
  subject: string,
): { readonly direction: Direction | null; readonly subject: string } {
  const [, direction, rest] = /^(request|answer)\.(.+)$/s.exec(subject) ?? [];
  if (rest === undefined) return { direction: null, subject };
  if (ownDirection(kind) !== null) {
    if (ownDirection(kind) === direction) return { direction: null, subject: rest };
    throw new ChangeIdError(
      `Invalid change: ${kind} exists only in the direction ${ownDirection(kind)}, not ${direction}. Leave the direction out.`,
    );
  }
  return { direction: direction === "request" ? "request" : "answer", subject: rest };
}

function operationsIn(tokens: readonly Token[], fail: () => never): readonly string[] {
  const names = tokens.filter(({ isSign }) => !isSign).map(({ text }) => text);
  const alternates = tokens.every(
    ({ isSign, text }, index) => isSign === (index % 2 === 1) && (!isSign || text === ","),
  );
  if (!alternates || tokens.length % 2 === 0 || names.includes("")) return fail();
  return [...new Set(names)].toSorted();
}

interface Token {
  readonly text: string;
  readonly isSign: boolean;
}

/** Splits an id into quoted or plain texts and signs. A comma is a sign only among operations. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:("(?:[^"\\]|\\.)*")|(→|->|[:@=,])|((?:(?!->)[^\s:@=,→"])+))/uy;
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex;
    const [, inQuotes, sign, plain] = pattern.exec(text) ?? [];
    const value = inQuotes === undefined ? plain : unquoted(inQuotes);
    if (sign !== undefined) tokens.push({ text: sign === "->" ? "→" : sign, isSign: true });
    else if (value !== undefined) tokens.push({ text: value, isSign: false });
    else {
      throw new ChangeIdError(
        `Invalid change: ${quotedShort(text)}. ${quotedShort(text.slice(start))} has a double quote that is not closed.`,
      );
    }
  }
  return tokens;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new ChangeIdError(
      `Invalid change: ${shortened(text)} is not a text in double quotes. Write \\" and \\\\ for a quote and a backslash.`,
    );
  }
}
