/** An XML element; `text` is its direct text content. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const nameShape = "[A-Za-z_][A-Za-z0-9_.-]*";
const token = new RegExp(
  `<(${nameShape})((?:\\s+${nameShape}="[^"<]*")*)\\s*(/?)>|</(${nameShape})\\s*>|([^<]+)`,
  "y",
);
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Parses a document without comments, CDATA sections and document types; throws if it is not well-formed. */
export function readXml(document: string): Element {
  if (!document.startsWith(declaration)) throw new Error("It has no XML declaration.");
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/.test(document)) {
    throw new Error("It has a character that XML does not carry.");
  }
  const root = { name: "", attributes: {}, children: new Array<Element>(), text: "" };
  const open = [root];
  token.lastIndex = declaration.length;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    if (match === null) throw new Error(`Not well-formed at ${document.slice(at, at + 60)}`);
    take(match, open);
  }
  const [element] = root.children;
  if (open.length !== 1 || element === undefined || root.children.length !== 1) {
    throw new Error("It has not one element around all.");
  }
  return element;
}

type Open = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

function take(match: RegExpExecArray, open: Open[]): void {
  const [, name, attributes = "", empty, closed, text] = match;
  const parent = open.at(-1);
  if (parent === undefined) throw new Error("There is more than the document.");
  if (text !== undefined) parent.text += unescaped(text);
  if (closed !== undefined) {
    if (parent.name !== closed) throw new Error(`${closed} closes ${parent.name}.`);
    open.pop();
  }
  if (name === undefined) return;
  const made: Open = { name, attributes: attributesOf(attributes), children: [], text: "" };
  parent.children.push(made);
  if (empty === "") open.push(made);
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(`(${nameShape})="([^"]*)"`, "g"))];
  const names = new Set(pairs.map(([, name]) => name));
  if (names.size !== pairs.length) throw new Error(`An attribute is there twice: ${text}`);
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const entities: Readonly<Record<string, string | undefined>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&([^;\s]*;?)/g, (_all, entity: string) => {
    const value = entities[entity.replace(/;$/, "")];
    if (value === undefined || !entity.endsWith(";")) throw new Error(`&${entity} is no entity.`);
    return value;
  });
}
