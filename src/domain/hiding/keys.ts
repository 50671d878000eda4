/** The forms in which a key is shown that must stay secret. */
import { replaceKeys } from "./written-keys.ts";

/** Shorter texts, which are not keys, would be shown nearly whole. */
const secretLengthMin = 13;

/** Enough of a key to tell keys apart, too little to use it. An empty key stays empty. */
export function redactedKey(key: string): string {
  if (key === "") return "";
  return `${key.length < secretLengthMin ? "" : key.slice(0, 4)}…redacted`;
}

/** Replaces each key in a text with a placeholder key; equal keys get equal placeholders. */
export function newKeyPlaceholders(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) =>
    replaceKeys(text, (key) => {
      const other =
        known.get(key) ?? `00000000-0000-4000-8000-${String(known.size + 1).padStart(12, "0")}`;
      known.set(key, other);
      return other;
    });
}
