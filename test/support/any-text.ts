import fc from "fast-check";

/** The code units that are half of a character. */
const halves = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character, as the unit of `fc.string`. It has those of the unit `binary`, which each worker takes a second
 * of processor time to make.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - halves.count })
  .map(characterOf, numberOf);

function characterOf(number: number): string {
  return String.fromCodePoint(number < halves.first ? number : number + halves.count);
}

/** By this, strings such as `__proto__` are among the examples that fast-check prefers. */
function numberOf(character: unknown): number {
  const codePoint = String(character).codePointAt(0) ?? 0;
  const number = codePoint < halves.first ? codePoint : codePoint - halves.count;
  if (characterOf(number) === character) return number;
  throw new Error(`Not one character: ${String(character)}.`);
}
