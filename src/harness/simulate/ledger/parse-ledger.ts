/** Reads the text of a ledger: JSON, JSON lines, or CSV with a header. */
import { parse } from "csv-parse/sync";

import type { Json } from "../../../base/values/json.ts";
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
  return {
    unreadable: `it is an object with ${lists.length === 0 ? "no list" : "several lists"} of rows. Expected exactly one`,
  };
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
  const [header = ""] = text.split("\n", 1);
  const delimiter = [",", ";", "\t"].find((one) => header.includes(one)) ?? ",";
  try {
    let names: readonly string[] = [];
    const columns = (written: readonly string[]): string[] => {
      const trimmed = written.map((name) => name.trim());
      names = trimmed;
      return trimmed;
    };
    const rows: Json[] = parse(text, { columns, delimiter, skip_empty_lines: true });
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

function headerOnly(reading: LedgerReading): LedgerReading {
  return "unreadable" in reading ? reading : { ...reading, rows: [] };
}
