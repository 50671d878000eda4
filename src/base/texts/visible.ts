import { stripVTControlCharacters } from "node:util";

/** Characters that drive a terminal, break a line or reorder text. The joiners of emoji are none of them. */
export const hidden = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes control characters and bidirectional marks in foreign text, so that it can neither drive a terminal nor
 * imitate other text. Line breaks, tabs and the joiners of emoji stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(hidden, (character) =>
      "\n\t".includes(character)
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
}

/** The same on one line. */
export function singleLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, " "));
}

/** The output of a command without terminal colours and trailing empty lines. */
export function printed(output: string | null): string {
  return visible(stripVTControlCharacters(output ?? "")).trimEnd();
}

/** Enough for an error of Node with its cause, which stands above the stack. */
const lastLinesMax = 30;

/** The last lines of the output of a command that fails; none for an empty output. */
export function lastLines(output: string | null): readonly string[] {
  const text = printed(output);
  return text === "" ? [] : text.split("\n").slice(-lastLinesMax);
}
