import { writtenKeyPattern } from "./written-keys.ts";

/** `, got "abc"`: the received value, unless it is long or could be a key. */
export function gotSuffix(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  if (text === "" || text.length > valueLengthMax || writtenKeyPattern.test(text)) return "";
  return `, got ${text}`;
}

const valueLengthMax = 80;
