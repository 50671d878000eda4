/** Finds API keys in texts in which they can be encoded: to hide them in what the sandbox shows. */

/**
 * Matches a key in any text. It can be plain, percent-encoded one or more times, `\u0000` in JSON or a
 * character reference of HTML.
 */
export const writtenKeyPattern = new RegExp(
  [
    [digits(8)],
    [digits(4)],
    [characterPattern("4", "34", "52"), digits(3)],
    [variant(), digits(3)],
    [digits(12)],
  ]
    .map((group) => group.join(""))
    .join(characterPattern("-", "2d", "45")),
  "i",
);

/** Maximum number of characters that `writtenKeyPattern` matches. */
export const writtenKeyLengthMax = 36 * "&amp;amp;amp;#x00002d;".length;

function digits(count: number): string {
  const [hex, decimal] = [
    String.raw`(?:3\d|[46][1-6])`,
    "(?:4[89]|5[0-7]|6[5-9]|70|9[7-9]|10[0-2])",
  ];
  return `${characterPattern("[0-9a-f]", hex, decimal)}{${count}}`;
}

function variant(): string {
  return characterPattern("[89ab]", "(?:3[89]|[46][12])", "(?:5[67]|6[56]|9[78])");
}

/** A pattern of a character: plain, or as its hexadecimal or decimal code. */
function characterPattern(character: string, hex: string, decimal: string): string {
  const reference = `&(?:amp;){0,3}#(?:x0{0,4}${hex}|0{0,4}${decimal});`;
  return String.raw`(?:${character}|(?:%(?:25){0,8}|\\u00)${hex}|${reference})`;
}

/** The issued key that a match of `writtenKeyPattern` stands for. */
function keyAsIssued(found: string): string {
  return found
    .replaceAll(/&(?:amp;)*#(x?)([0-9a-f]+);/gi, (_written, isHex: string, code: string) =>
      characterOf(code, isHex === "" ? 10 : 16),
    )
    .replaceAll(/(?:%(?:25)*|\\u00)([0-9a-f]{2})/gi, (_written, code: string) =>
      characterOf(code, 16),
    )
    .toLowerCase();
}

function characterOf(code: string, base: 10 | 16): string {
  return String.fromCodePoint(Number.parseInt(code, base));
}

/** The length of a key as it is issued. */
const keyLength = 36;

const anyKey = new RegExp(writtenKeyPattern, "gi");

/** Enough characters to hold a key in Base64, in either alphabet. */
const base64Run = /[\w+/-]{48,}/g;

/**
 * The text with `replacement` of each key in place of it, and of Base64 that holds a key. Null leaves a key as it
 * is.
 */
export function replaceKeys(text: string, replacement: (key: string) => string | null): string {
  // No encoding is shorter. Most texts are, and need no search.
  if (text.length < keyLength) return text;
  return text
    .replaceAll(anyKey, (found) => replacement(keyAsIssued(found)) ?? found)
    .replaceAll(base64Run, (run) => replacementWithin(run, replacement) ?? run);
}

/** Whether a text holds a key for which `isWanted` is true. */
export function holdsKey(text: string, isWanted: (key: string) => boolean): boolean {
  let isFound = false;
  replaceKeys(text, (key) => {
    isFound ||= isWanted(key);
    return null;
  });
  return isFound;
}

/** Other characters of the alphabet can stand before the Base64, as a slash of a path, so it is read from four places. */
function replacementWithin(
  run: string,
  replacement: (key: string) => string | null,
): string | null {
  for (let start = 0; start < 4; start += 1) {
    const decoded = Buffer.from(run.slice(start), "base64").toString("latin1");
    for (const [found] of decoded.matchAll(anyKey)) {
      const replaced = replacement(keyAsIssued(found));
      if (replaced !== null) return replaced;
    }
  }
  return null;
}
