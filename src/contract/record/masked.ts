/**
 * A text that breaks the same rules and says nothing: letters are x, digits 0; marks, control characters and the length
 * stay.
 */
export function masked(text: string): string {
  return text
    .replaceAll(/[a-z]/gi, "x")
    .replaceAll(/\d/g, "0")
    .replaceAll(/[^\p{ASCII}\p{Cc}\p{Cs}\p{White_Space}]/gu, (character) =>
      "é".repeat(character.length),
    );
}
