/** Encodes JSON in slices. A list in it may be any iterable, whose items are created on demand. */
import { isJsonObject } from "../domain/json.ts";
import { inSlices } from "./slices.ts";

/** Whether a value is a list whose items do not exist yet. */
export function isPendingList(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Symbol.iterator in value
  );
}

/** Whether an answer contains such a list, at most two levels deep. */
export function hasPendingList(value: unknown, levels = 2): boolean {
  if (isPendingList(value)) return true;
  if (levels === 0 || !isJsonObject(value)) return false;
  return Object.values(value).some((inner) => hasPendingList(inner, levels - 1));
}

/** The same bytes as `JSON.stringify`, in parts. Joining them would copy everything again. */
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

/** Characters encoded at a time. */
const partLength = 64 * 1024;

function* piecesOf(value: unknown): Generator<string> {
  if (isPendingList(value)) yield* piecesOfList(value);
  else if (hasPendingList(value) && isJsonObject(value)) yield* piecesOfObject(value);
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
