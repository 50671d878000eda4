/** Elements whose text is not visible. */
const unseen = /<(head|script|style|noscript|title)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const comments = /<!--[\s\S]*?-->/g;
const links = /<a\b[^>]*?\bhref="(http[^"]*)"[^>]*>/gi;
/** Elements that separate words. */
const breaks =
  /<\/(?:div|p|td|th|tr|h[1-6]|ul|ol|li|dl|dt|dd|table|header|footer|main)\s*>|<(?:br|hr|img)\b[^>]*>/gi;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  zwnj: " ",
  shy: " ",
};

/** The text of one of the sandbox's own mails on one line, for searches and for the preview in a list. */
export function htmlText(html: string, { withLinks }: { readonly withLinks: boolean }): string {
  const linked = withLinks ? html.replace(links, " $1 $&") : html;
  return decodedEntities(
    linked
      .replace(comments, "")
      .replace(unseen, "")
      .replace(breaks, " $&")
      .replace(/<[^>]*>/g, ""),
  )
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
}

function decodedEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    const entity = String(name).toLowerCase();
    return Object.hasOwn(entities, entity) ? (entities[entity] ?? all) : all;
  });
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const snippetBytesMax = 200;

/** The start of a text as in Mailpit: 200 bytes of UTF-8 without a partial character. */
export function snippet(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= snippetBytesMax) return text;
  let end = snippetBytesMax;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString("utf8", 0, end)}...`;
}
