/**
 * Splits a JSON document into its long lists and the rest, by brackets and quotes alone; `JSON.parse` handles the text
 * between them. The document is valid if the rest and each bracketed piece of a list are valid.
 */
import { readSync } from "node:fs";

/** Reads bytes of a document from a position on, as many as fit, and returns their number. */
export type ReadBytes = (into: Buffer, from: number) => number;

/** The bytes of the open file `file`. */
export function bytesOfFile(file: number): ReadBytes {
  return (into, from) => readSync(file, into, 0, into.length, from);
}

/** The bytes of `whole`. */
export function bytesIn(whole: Buffer): ReadBytes {
  return (into, from) => whole.copy(into, 0, from);
}

/** A range of bytes in a document. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A document with empty lists, and the pieces of each list: whole items with the commas between them. */
export interface SplitJson {
  readonly rest: readonly Range[];
  readonly lists: ReadonlyMap<string, readonly Range[]>;
}

/** Minimum bytes of a piece except the last, so short that its objects are garbage collected soon. */
const pieceBytes = 64 * 1024;

/** Maximum bytes before a list for its name and white space. A list beyond that stays in the rest. */
const keyBytes = 64;

/** Splits a document at the lists in `names` of its outermost object, in steps. */
export function* splitJson(read: ReadBytes, names: readonly string[]): Generator<void, SplitJson> {
  const key = new RegExp(String.raw`[{,]\s*"(${names.join("|")})"\s*:\s*\[$`);
  const rest: Range[] = [];
  const lists = new Map<string, Range[]>();
  let pieces: Range[] | null = null;
  let from = 0;
  const length = yield* scan(read, (byte, at) => {
    if (byte === bracket) {
      const before = textOf(read, { from: Math.max(0, at - keyBytes), to: at + 1 });
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
export function parseRest(read: ReadBytes, { rest }: SplitJson): unknown {
  return JSON.parse(rest.map((range) => textOf(read, range)).join(""));
}

/** The items of one of the lists, piece by piece. */
export function* parseList(
  read: ReadBytes,
  { lists }: SplitJson,
  name: string,
): Generator<readonly unknown[]> {
  const pieces = lists.get(name) ?? [];
  // One buffer for all pieces: buffers would pile up until a garbage collection.
  const bytes = Buffer.allocUnsafe(
    pieces.reduce((max, { from, to }) => Math.max(max, to - from), 0),
  );
  for (const piece of pieces) {
    const items: readonly unknown[] = JSON.parse(`[${textOf(read, piece, bytes)}]`);
    if (items.length === 0 && pieces.length > 1)
      throw new SyntaxError("The list ends with a comma.");
    yield items;
  }
}

/** Bytes looked at in a step: about a millisecond. */
const chunkBytes = 256 * 1024;

/** The control API takes no document with more levels. */
const levelsMax = 200;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, brace, closingBracket, closingBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Calls `visit` for each bracket and comma one level below the outermost object: the start and end of lists, and
 * between items. Returns the length of the document.
 */
function* scan(
  read: ReadBytes,
  visit: (byte: number, at: number) => void,
): Generator<void, number> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let [base, end, at, depth, isText] = [0, 0, 0, 0, false];
  while ((end += read(chunk, base)) > base) {
    // The escaped character may be in the next chunk.
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
        if (depth > levelsMax) throw new SyntaxError("It is nested too deeply.");
        if (depth === 2 && byte === bracket) visit(byte, at);
      } else if (byte === closingBracket || byte === closingBrace) {
        if (depth === 2) visit(byte, at);
        depth -= 1;
      }
    }
    base = end;
    yield;
  }
  return end;
}

function textOf(
  read: ReadBytes,
  { from, to }: Range,
  bytes: Buffer = Buffer.allocUnsafe(to - from),
): string {
  const length = read(bytes.subarray(0, to - from), from);
  return bytes.toString("utf8", 0, length);
}
