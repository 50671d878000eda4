const headerTextMax = 200;

/** The value on one line: each run of white space, line breaks and control characters becomes one space. */
export function singleLine(value: string): string {
  return (
    value
      .toWellFormed()
      // A single space stays as it is, so most texts need no copy.
      .replace(/[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu, " ")
      .trim()
  );
}

/**
 * The value for a mail header: on one line, at most 200 characters, without anything that looks like an
 * encoded word (`=?`).
 */
export function headerText(value: string): string {
  const line = singleLine(value).replaceAll("=?", "= ?");
  if (line.length <= headerTextMax) return line;
  const characters = Array.from(line);
  if (characters.length <= headerTextMax) return characters.join("");
  return `${characters.slice(0, headerTextMax - 1).join("")}…`;
}
