/** Finds where a text stops being JSON: `JSON.parse` names the place in some engines and for some errors only. */

export interface JsonError {
  /** The line, from 1. */
  readonly line: number;
  /** The column in UTF-16 code units, from 1. */
  readonly column: number;
  /** The rest of the line from there; empty at the end of the text. */
  readonly rest: string;
}

/** The place of the first token that JSON does not allow there; null for JSON. */
export function findJsonError(text: string): JsonError | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const at = errorIndex(text);
    const lines = text.slice(0, at).split("\n");
    const [rest = ""] = text.slice(at).split("\n", 1);
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, rest };
  }
}

const space = /[\t\n\r ]*/y;
const token =
  // oxlint-disable-next-line no-control-regex -- JSON does not allow them in a text
  /[{}[\],:]|"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.])/y;

type Wanted = "value" | "name" | "colon" | "next";

function errorIndex(text: string): number {
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  let isFirst = false;
  for (let at = 0; ; at = token.lastIndex) {
    space.lastIndex = at;
    space.exec(text);
    token.lastIndex = space.lastIndex;
    const [found = ""] = token.exec(text) ?? [];
    const step = stepOf(found, wanted, isFirst, open.at(-1));
    if (step === null) return space.lastIndex;
    isFirst = found === "{" || found === "[";
    if (isFirst) open.push(found === "{" ? "{" : "[");
    if (found === "}" || found === "]") open.pop();
    wanted = step;
  }
}

/** What is wanted after the token `found`; null where it is not allowed. */
function stepOf(
  found: string,
  wanted: Wanted,
  isFirst: boolean,
  inside: string | undefined,
): Wanted | null {
  const ends = found !== "" && found === (inside === "{" ? "}" : inside === "[" ? "]" : null);
  if (ends) return wanted === "next" || isFirst ? "next" : null;
  if (wanted === "colon") return found === ":" ? "value" : null;
  if (wanted === "name") return found.startsWith('"') ? "colon" : null;
  if (wanted === "next") {
    if (found !== "," || inside === undefined) return null;
    return inside === "{" ? "name" : "value";
  }
  if (found === "{") return "name";
  if (found === "[") return "value";
  return /^["\w-]/.test(found) ? "next" : null;
}
