/**
 * Masks a text so that it breaks the same rules: letters become x and digits 0. Punctuation, control characters
 * and the length stay.
 */
export function masked(text: string): string {
  return text
    .replaceAll(/[a-z]/gi, "x")
    .replaceAll(/\d/g, "0")
    .replaceAll(/[^\p{ASCII}\p{Cc}\p{Cs}\p{White_Space}]/gu, (character) =>
      "é".repeat(character.length),
    );
}
