/**
 * Splits a JSON document in a file into its long lists and the rest, by brackets and quotes alone. All that stands between them
 * is left to `JSON.parse`: a document is JSON if its rest is, and each piece of a list between brackets.
 */
import { readSync } from "node:fs";

/** A part of a file, in bytes. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A document with its lists empty, and the pieces of each list: whole items with the commas between them. */
export interface SplitJson {
  readonly rest: readonly Range[];
  readonly lists: ReadonlyMap<string, readonly Range[]>;
}

/** A piece has at least that many bytes, but for the last one: short enough for what is made of it to be collected soon. */
const pieceBytes = 64 * 1024;

/** What comes before a list: its name, and white space that is seldom much. A list that is not found stays in the rest. */
const keyBytes = 64;

/** Splits the file that is open as `file` at those lists of the outermost object that have one of `names`. */
export function splitJson(file: number, names: readonly string[]): SplitJson {
  const key = new RegExp(String.raw`[{,]\s*"(${names.join("|")})"\s*:\s*\[$`);
  const rest: Range[] = [];
  const lists = new Map<string, Range[]>();
  let pieces: Range[] | null = null;
  let from = 0;
  const length = scan(file, (byte, at) => {
    if (byte === bracket) {
      const before = textOf(file, { from: Math.max(0, at - keyBytes), to: at + 1 });
      const [, name] = key.exec(before) ?? [];
      if (name === undefined) return;
      if (lists.has(name)) throw new SyntaxError(`The list ${name} is given twice.`);
      rest.push({ from, to: at + 1 });
      [pieces, from] = [[], at + 1];
      lists.set(name, pieces);
    } else if (pieces !== null && (byte !== comma || at - from >= pieceBytes)) {
      pieces.push({ from, to: at });
      if (byte === comma) from = at + 1;
      else [pieces, from] = [null, at];
    }
  });
  rest.push({ from, to: length });
  return { rest, lists };
}

/** The document without the items of its lists. */
export function parseRest(file: number, { rest }: SplitJson): unknown {
  return JSON.parse(rest.map((range) => textOf(file, range)).join(""));
}

/** The items of one of the lists, piece by piece. */
export function* parseList(
  file: number,
  { lists }: SplitJson,
  name: string,
): Generator<readonly unknown[]> {
  const pieces = lists.get(name) ?? [];
  // One buffer for all: what is freed only by a collection adds up.
  const bytes = Buffer.allocUnsafe(
    pieces.reduce((max, { from, to }) => Math.max(max, to - from), 0),
  );
  for (const piece of pieces) {
    const items: readonly unknown[] = JSON.parse(`[${textOf(file, piece, bytes)}]`);
    if (items.length === 0 && pieces.length > 1) throw new SyntaxError("A comma ends the list.");
    yield items;
  }
}

const chunkBytes = 1024 * 1024;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, brace, closingBracket, closingBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Calls `visit` for each bracket and each comma that stands one level below the outermost object: where a list begins and ends,
 * and between its items. Answers the length of the file.
 */
function scan(file: number, visit: (byte: number, at: number) => void): number {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let [base, end, at, depth, isText] = [0, 0, 0, 0, false];
  while ((end += readSync(file, chunk, 0, chunkBytes, base)) > base) {
    // What follows a backslash may be in the next chunk.
    for (; at < end; at += 1) {
      const byte = chunk[at - base];
      if (isText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) isText = false;
      } else if (byte === quote) {
        isText = true;
      } else if (byte === comma) {
        if (depth === 2) visit(byte, at);
      } else if (byte === bracket || byte === brace) {
        depth += 1;
        if (depth === 2 && byte === bracket) visit(byte, at);
      } else if (byte === closingBracket || byte === closingBrace) {
        if (depth === 2) visit(byte, at);
        depth -= 1;
      }
    }
    base = end;
  }
  return end;
}

function textOf(
  file: number,
  { from, to }: Range,
  bytes: Buffer = Buffer.allocUnsafe(to - from),
): string {
  const read = readSync(file, bytes, 0, to - from, from);
  return bytes.toString("utf8", 0, read);
}
