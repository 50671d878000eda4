/** The list of changes: a YAML list or JSON lines, as a person writes it from an announcement. */
import { distance } from "fastest-levenshtein";
import { isSeq, LineCounter, parseDocument } from "yaml";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import { Date } from "../../base/values/native-timers.ts";
import { picked } from "../../base/values/picked.ts";
import { shortened } from "../../base/values/shortened.ts";
import type { ChangeId } from "./change-id.ts";
import {
  changeIdText,
  ChangeIdError,
  changeKinds,
  parseChangeId,
  quotedShort,
} from "./change-id.ts";
import { requireParts } from "./change-parts.ts";
import { schemaCheck } from "./edge/schema-check.ts";
import type { Change } from "./findings.ts";
import type { Known } from "./known-subjects.ts";
import { requireKnown } from "./known-subjects.ts";
import { NextFileError, parseJsonOrYaml } from "./openapi-document.ts";

export interface ChangeList {
  readonly changes: readonly Change[];
  /** What cannot be carried out. */
  readonly notes: readonly string[];
}

interface Item {
  readonly value: Json;
  readonly line: number;
}

/**
 * Reads a list. Throws `NextFileError`, which names the line, for an item that is not a change or a note, for an unknown
 * kind, subject or operation, and for a change that contradicts another.
 */
export function readChangeList(text: string, file: string, known: Known): ChangeList {
  const changes = new Map<string, Change>();
  const taken = new Map<string, { readonly change: Change; readonly line: number }>();
  const notes: string[] = [];
  for (const item of itemsIn(text, file)) {
    const read = atLine(file, item.line, () => readItem(item.value, known));
    if (typeof read === "string") {
      notes.push(read);
      continue;
    }
    if (changes.has(read.id)) continue;
    for (const slot of slotsOf(read, known)) {
      const other = taken.get(slot);
      if (other !== undefined) {
        throw new NextFileError(
          `${file}, line ${item.line}: ${shortened(read.id)} contradicts ${shortened(other.change.id)} in line ${other.line}. Keep one of them.`,
        );
      }
      taken.set(slot, { change: read, line: item.line });
    }
    changes.set(read.id, read);
  }
  return { changes: [...changes.values()], notes };
}

/** Writes a list in YAML. */
export function changeListText({ changes, notes }: ChangeList): string {
  const lines = [
    ...changes.map((change) =>
      isPlain(change) ? plainText(change.id) : JSON.stringify(listItem(change)),
    ),
    ...notes.map((note) => JSON.stringify({ note })),
  ];
  return lines.length === 0 ? "[]\n" : `${lines.map((line) => `- ${line}`).join("\n")}\n`;
}

function isPlain({ schema, sunset }: Change): boolean {
  return schema === undefined && sunset === undefined;
}

/** YAML reads a colon before a blank as a key, and a number sign after one as a comment. */
function plainText(id: string): string {
  return /:\s|\s#|:$/.test(id) ? JSON.stringify(id) : id;
}

/** A change as an item of a list, with what its id cannot hold. */
export function listItem(change: Change): JsonObject {
  return picked(change, "id", "schema", "example", "sunset");
}

function itemsIn(text: string, file: string): readonly Item[] {
  const lines = text.split("\n").map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const filled = lines.filter(({ line }) => line !== "");
  const isLines = filled.length > 0 && filled.every(({ line }) => /^["{].*["}]$/.test(line));
  if (isLines) {
    return filled.map(({ line, number }) => {
      const value = parsedJson(line);
      if (value === undefined) {
        throw new NextFileError(
          `${file}, line ${number}: this is not JSON. Write one item a line.`,
        );
      }
      return { value, line: number };
    });
  }
  const value = parseJsonOrYaml(text, file);
  if (value === null) return [];
  if (!Array.isArray(value)) {
    throw new NextFileError(
      `${file} is neither an OpenAPI document nor a list of changes. Write one change a line, such as - default:query.limit=10.`,
    );
  }
  const counter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: counter, logLevel: "silent" });
  const nodes: readonly unknown[] = isSeq(contents) ? contents.items : [];
  return value.map((one: Json, index) => ({ value: one, line: lineOf(nodes[index], counter) }));
}

function lineOf(node: unknown, counter: LineCounter): number {
  const range =
    typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
      ? node.range
      : [0];
  return counter.linePos(Number(range[0])).line;
}

function atLine<T>(file: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChangeIdError)) throw error;
    throw new NextFileError(`${file}, line ${line}: ${error.message}`, { cause: error });
  }
}

const memberNames = ["id", "schema", "example", "sunset"];

function readItem(value: Json, known: Known): Change | string {
  if (typeof value === "string") return readChange(value, {}, known);
  const item = isJsonObject(value) ? value : {};
  if (typeof item["note"] === "string" && Object.keys(item).length === 1) return item["note"];
  if (typeof item["id"] !== "string") {
    throw new ChangeIdError(
      `${quotedShort(value)} is not a change. Expected an id, { id, schema, example, sunset } or { note }. Put an id with a colon before a blank in single quotes.`,
    );
  }
  const unknown = Object.keys(item).find((name) => !memberNames.includes(name));
  if (unknown !== undefined) {
    throw new ChangeIdError(
      `Unknown member ${quotedShort(unknown)} of ${shortened(item["id"])}. Allowed: ${memberNames.join(", ")}.`,
    );
  }
  if (item["schema"] !== undefined && !isJsonObject(item["schema"])) {
    throw new ChangeIdError(
      `The schema of ${shortened(item["id"])} is not an object. Write a JSON Schema.`,
    );
  }
  return readChange(item["id"], item, known);
}

function readChange(text: string, item: JsonObject, known: Known): Change {
  const { schema, example, sunset } = item;
  const change = requireKnown(parsedChange(text), known);
  const id = changeIdText(change);
  requireParts(change);
  if (schema !== undefined && isJsonObject(schema)) requireSchema(schema, id);
  if (sunset !== undefined && (typeof sunset !== "string" || Number.isNaN(Date.parse(sunset)))) {
    throw new ChangeIdError(
      `Invalid sunset of ${shortened(id)}: ${quotedShort(sunset)}. Expected a date, such as 2026-09-01.`,
    );
  }
  return {
    ...change,
    id,
    ...(schema !== undefined && isJsonObject(schema) ? { schema } : {}),
    ...(example === undefined ? {} : { example }),
    ...(sunset === undefined ? {} : { sunset }),
  };
}

/** Throws for a schema that values cannot be validated against. */
function requireSchema(schema: JsonObject, id: string): void {
  const check = schemaCheck(schema);
  if (check.kind === "usable") return;
  throw new ChangeIdError(
    `The schema of ${shortened(id)} is invalid: ${check.reason}. Give a JSON Schema of at most 64 kB.`,
  );
}

/** Adds the kinds that exist, and the nearest, to the message about an unknown one. */
function parsedChange(text: string): ChangeId {
  const [, kind = ""] = /^\s*"?([^\s:"]*)/.exec(text) ?? [];
  const names = Object.keys(changeKinds);
  if (names.includes(kind)) return parseChangeId(text);
  const nearest = names.toSorted((a, b) => distance(kind, a) - distance(kind, b))[0];
  throw new ChangeIdError(
    `Unknown kind ${quotedShort(kind)} of change. The nearest is ${nearest}. Known kinds: ${names.join(", ")}.`,
  );
}

/** Groups of kinds: each operation has at most one change of a group for a subject. */
const exclusive: readonly (readonly string[])[] = [
  ["operation-removed", "moved"],
  ["base-path"],
  ["auth"],
  ["parameter-removed", "parameter-renamed", "parameter-required", "parameter-added"],
  ["parameter-removed", "default"],
  ["field-removed", "field-renamed", "field-restructured", "field-added"],
  ["field-removed", "type", "format"],
  ["field-required", "field-optional"],
  ["status"],
  ["method"],
];

/** What a change decides, in each operation and direction: two changes that decide the same contradict each other. */
function slotsOf(change: Change, known: Known): readonly string[] {
  const { kind, subject, direction, from } = change;
  const groups = exclusive.flatMap((kinds, index) => (kinds.includes(kind) ? [`${index}`] : []));
  const valued = kind === "value-renamed" ? [`value ${from}`] : [];
  const directions = direction === null ? ["request", "answer"] : [direction];
  const operations = change.operations.length === 0 ? known.operations : change.operations;
  return [...groups, ...valued].flatMap((group) =>
    directions.flatMap((one) =>
      operations.map((operation) => JSON.stringify([group, subject, one, operation])),
    ),
  );
}
