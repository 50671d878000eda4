/** Reads HTTP archives of any size in bounded memory: one entry at a time. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { JSONParser, TokenType } from "@streamparser/json";

import { utf8Chunks } from "../../base/values/decode-text.ts";
import type { Attachments } from "./attachments.ts";
import { filesBeside, isZip, zippedHar } from "./attachments.ts";
import { isGzip } from "./decode-body.ts";
import type { HarEntry } from "./har-entry.ts";
import { harEntry, isUntimed } from "./har-entry.ts";
import { HarError } from "./har-error.ts";

/** An entry of a recording; null for one that lacks a time, a method or an http URL. */
export interface ReadEntry {
  /** The place in `log.entries`, from 1. */
  readonly number: number;
  readonly entry: HarEntry | null;
  /** Whether it lacks a time. */
  readonly isUntimed: boolean;
  /** The name of the program that wrote the file, if it stands before the entries. */
  readonly creator: string;
}

/** An entry of a file, with the files that its bodies may be in. */
export interface FileEntry extends ReadEntry {
  readonly attachments: Attachments;
}

/** An entry of more bytes ends the reading. */
const entryBytesMax = 256 * 1_024 * 1_024;
/** Deeper nesting ends the reading. */
const depthMax = 500;
const tooLarge = `has more than ${entryBytesMax / 1_024 / 1_024} MiB without an end of an entry`;
const chunkBytes = 256 * 1_024;

/**
 * The entries of a file: an HTTP archive, also one that is compressed with gzip or in a zip. Throws `HarError` for any
 * other file and for a missing one.
 */
export async function* readHarFile(file: string): AsyncGenerator<FileEntry> {
  const streams: Readable[] = [];
  try {
    const { bytes, attachments } = opened(file, streams);
    for await (const entry of readHar(bytes)) yield { ...entry, attachments };
  } catch (error) {
    throw new HarError(`${file} ${reasonOf(error)}`, { cause: error });
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/** The bytes of a recording and its attached files. The reader closes what it adds to `streams`. */
function opened(file: string, streams: Readable[]) {
  if (isZip(file)) {
    const { har, attachments } = zippedHar(file);
    return { bytes: piecesOf(har), attachments };
  }
  const chunks = createReadStream(file, { highWaterMark: chunkBytes });
  streams.push(chunks);
  return { bytes: unpacked(chunks), attachments: filesBeside(file) };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The bytes of a file, also of one that is compressed with gzip. */
async function* unpacked(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const all = rejoined(first.value, chunks);
  if (!isGzip(first.value)) return yield* all;
  const gunzip = createGunzip();
  Readable.from(all)
    .on("error", (error) => gunzip.destroy(error))
    .pipe(gunzip);
  yield* gunzip;
}

async function* rejoined(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function reasonOf(error: unknown): string {
  if (error instanceof HarError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "does not exist. Give the path of a HAR file.";
  if (code === "EISDIR") return "is a folder. Give the path of a HAR file.";
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

/** The entries of an HTTP archive. Throws `HarError`, whose message continues a sentence about the file. */
export async function* readHar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const parser = newEntryParser();
  for await (const chunk of utf8Chunks(chunks)) {
    parser.write(chunk);
    yield* parser.taken();
  }
  parser.end();
}

function newEntryParser() {
  const parser = new JSONParser({
    paths: ["$.log.entries.*", "$.log.version", "$.log.creator.name"],
    keepStack: false,
    stringBufferSize: 64 * 1_024,
  });
  let [read, depth, bytesOfEntry, bytes] = [0, 0, 0, 0];
  let isHar = false;
  let creator = "";
  let waiting: ReadEntry[] = [];
  parser.onValue = ({ value, key, stack }) => {
    bytesOfEntry = 0;
    if (typeof key === "number" || key === "version") isHar = true;
    if (key === "name" && typeof value === "string") creator = value;
    if (stack.length !== entryDepth || typeof key !== "number") return;
    read += 1;
    const entry = harEntry(read, value);
    waiting.push({ number: read, entry, isUntimed: isUntimed(value), creator });
  };
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > depthMax) {
      throw new HarError(`is nested more than ${depthMax} levels deep after entry ${read}.`);
    }
  };
  return {
    write(chunk: Uint8Array): void {
      bytes += chunk.length;
      bytesOfEntry += chunk.length;
      if (bytesOfEntry > entryBytesMax) {
        throw new HarError(`${tooLarge} after entry ${read}. Remove that entry and try again.`);
      }
      try {
        parser.write(chunk);
      } catch (error) {
        if (error instanceof HarError) throw error;
        throw new HarError(`is not JSON after entry ${read}: ${problemOf(error)}. ${again}`);
      }
    },
    *taken(): Generator<ReadEntry> {
      const taken = waiting;
      waiting = [];
      yield* taken;
    },
    end: () => refuseUnfinished({ bytes, read, isEnded: parser.isEnded, isHar }),
  };
}

function refuseUnfinished(end: {
  readonly bytes: number;
  readonly read: number;
  readonly isEnded: boolean;
  readonly isHar: boolean;
}): void {
  if (end.bytes === 0) throw new HarError(`is empty. ${again}`);
  if (!end.isEnded) {
    throw new HarError(`is cut off after entry ${end.read}: its JSON has no end. ${again}`);
  }
  if (end.isHar) return;
  throw new HarError("is JSON, but no HAR: it has no log.entries. Export the traffic as HAR 1.2.");
}

/** The number of values that enclose an entry: the root, `log` and `entries`. */
const entryDepth = 3;

const again = "Export the recording again.";

/** The parser's message without its state, on one line. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [place = ""] = /absolute position "\d+"/.exec(message) ?? [];
  return place === ""
    ? "it ends or goes on in a wrong place"
    : `the error is at ${place.replace("absolute position", "byte")}`;
}
