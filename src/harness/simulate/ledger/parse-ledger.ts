/** Reads the text of a ledger: JSON, JSON lines, or CSV with a header. */
import { parse } from "csv-parse/sync";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { LedgerReading } from "./rows.ts";
import { columnOf, rowsOf } from "./rows.ts";

/** The rows in a text. An empty text has none: a query without a result prints nothing. */
export function parseLedger(text: string): LedgerReading {
  const trimmed = text.trim();
  if (trimmed === "") return rowsOf([]);
  if (trimmed.startsWith("[") || trimmed.startsWith("{")) return fromJson(trimmed);
  return fromCsv(trimmed);
}

function fromJson(text: string): LedgerReading {
  const whole = parsedJson(text);
  if (whole === undefined) return fromLines(text);
  if (Array.isArray(whole)) return rowsOf(whole);
  if (!isJsonObject(whole)) return { unreadable: "it is not a list" };
  // A list in a column, such as planIds, is not a list of rows.
  const lists = Object.entries(whole).flatMap(([name, value]) =>
    isListOfRows(value) && columnOf(name) === undefined ? [value] : [],
  );
  const [list] = lists;
  if (list !== undefined && lists.length === 1) return rowsOf(list);
  // A single line of JSON lines.
  const line = rowsOf([whole]);
  if (!("unreadable" in line)) return line;
  return (
    fromDictionary(whole) ?? {
      unreadable: `it is an object with ${lists.length === 0 ? "no list" : "several lists"} of rows. Expected exactly one`,
    }
  );
}

/** Reads records by the id or the email of their Lead, also as the only object in another one. */
function fromDictionary(whole: JsonObject): LedgerReading | null {
  const values = Object.values(whole);
  if (values.every(isJsonObject)) {
    const isOfLeads = values.length === 0 || values.some(hasColumn);
    if (isOfLeads) return rowsOf(Object.entries(whole).map(([key, row]) => keyedRow(key, row)));
  }
  const [inner, ...others] = values.filter(isJsonObject);
  return inner === undefined || others.length > 0 || values.some(Array.isArray)
    ? null
    : fromDictionary(inner);
}

function hasColumn(row: JsonObject): boolean {
  return Object.keys(row).some((name) => columnOf(name) !== undefined);
}

/** The record with the key that names its Lead, unless the record names it. */
function keyedRow(key: string, row: Json): Json {
  if (!isJsonObject(row)) return row;
  const columns = Object.keys(row).map(columnOf);
  const column = key.includes("@") ? "email" : "id";
  return columns.includes(column) ? row : { ...row, [column]: key };
}

function isListOfRows(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.every(isJsonObject);
}

function fromLines(text: string): LedgerReading {
  const rows: Json[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const row = parsedJson(line);
    if (row === undefined) return { unreadable: `line ${at + 1} is not JSON. It may be truncated` };
    rows.push(row);
  }
  return rowsOf(rows);
}

function fromCsv(text: string): LedgerReading {
  // Excel names the delimiter in a line of its own.
  const [mark = "", named] = /^"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  const body = text.slice(mark.length);
  const delimiter = named ?? delimiterOf(body);
  // Excel writes emptied rows as any number of delimiters.
  const lines = body.split(/\r?\n/);
  const table = lines
    .map((line) => (line.replaceAll(delimiter, "").trim() === "" ? "" : line))
    .join("\n");
  try {
    let names: readonly string[] = [];
    const columns = (written: readonly string[]): string[] => {
      const trimmed = written.map((name) => name.trim());
      // Equal names would be one column of an object.
      names = trimmed.map((name, at) => (trimmed.indexOf(name) < at ? `${name} ` : name));
      return [...names];
    };
    const rows: Json[] = parse(table, {
      columns,
      delimiter,
      // A quote inside of a value that is not quoted.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      cast: (value: string) => value.trim(),
    });
    // Without rows, the header alone shows which columns there are.
    return rows.length > 0
      ? rowsOf(rows)
      : headerOnly(rowsOf([Object.fromEntries(names.map((name) => [name, ""]))]));
  } catch (error) {
    return {
      unreadable: `it is not CSV: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** The most frequent delimiter of the header, outside of quotes. */
function delimiterOf(table: string): string {
  const [header = ""] = table.replaceAll(/"(?:[^"]|"")*"/g, "").split("\n", 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [",", ";", "\t"].toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

function headerOnly(reading: LedgerReading): LedgerReading {
  return "unreadable" in reading ? reading : { ...reading, rows: [] };
}
