/** JSON that is written in slices. A list in it may be any iterable: its items are made when their turn comes. */
import { isJsonObject } from "../domain/json.ts";
import { inSlices } from "./slices.ts";

/** Whether a value is a list whose items are yet to be made. */
export function isUnmadeList(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Symbol.iterator in value
  );
}

/** Whether there is such a list in an answer: those are two levels down at most. */
export function hasUnmadeList(value: unknown, levels = 2): boolean {
  if (isUnmadeList(value)) return true;
  if (levels === 0 || !isJsonObject(value)) return false;
  return Object.values(value).some((inner) => hasUnmadeList(inner, levels - 1));
}

/** The bytes that `JSON.stringify` would give if all lists were made, in parts that are never joined: copying takes long, too. */
export async function writtenJson(value: unknown): Promise<readonly Uint8Array[]> {
  const parts: Buffer[] = [];
  let text = "";
  await inSlices(piecesOf(value), (piece) => {
    text += piece;
    if (text.length < partLength) return;
    parts.push(Buffer.from(text));
    text = "";
  });
  return [...parts, Buffer.from(text)];
}

/** Characters that are made into bytes at a time. */
const partLength = 64 * 1024;

function* piecesOf(value: unknown): Generator<string> {
  if (isUnmadeList(value)) yield* piecesOfList(value);
  else if (hasUnmadeList(value) && isJsonObject(value)) yield* piecesOfObject(value);
  else yield JSON.stringify(value);
}

function* piecesOfList(items: Iterable<unknown>): Generator<string> {
  let before = "[";
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function* piecesOfObject(object: Readonly<Record<string, unknown>>): Generator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(value);
    before = ",";
  }
  yield "}";
}
