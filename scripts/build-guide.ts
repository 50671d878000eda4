/** Renders the documentation as the guide that the sandbox serves, with the index of its search. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, normalize } from "node:path";

import { Marked } from "marked";
import type { Token, Tokens } from "marked";

import { guideFiles } from "../src/server/guide/built-guide.ts";
import type {
  GuidePage,
  GuidePages,
  GuideSearch,
  GuideSection,
} from "../src/server/guide/built-guide.ts";
import { guideIndex } from "../src/server/guide/search.ts";
import { root } from "./bundling.ts";

/** A guide, with the files of its pictures by name. */
export interface Guide {
  readonly pages: GuidePages;
  readonly search: GuideSearch;
  readonly pictures: ReadonlyMap<string, string>;
}

/** The start page, which links to every other page. */
const start = "docs/README.md";

/** The page whose rows are rules: a link leads to each. */
const rules = "docs/rules.md";

/** The pictures that a page needs. Others show variants of them, and the guide has their captions. */
const pictures = ["docs/console/activity-1440-light.png", "docs/assess/page-1280-light.png"];

let last: { readonly guide: Guide; readonly changedAt: number } | null = null;

/** Builds the guide, or returns the last one while its pages are the same. */
export async function buildGuide(): Promise<Guide> {
  const files = [start, ...linkedPages()];
  const changedAt = Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
  if (last?.changedAt !== changedAt) last = { guide: guideOf(files), changedAt };
  return last.guide;
}

/** Writes the guide into `folder`. */
export async function writeGuide(folder: string): Promise<void> {
  const guide = await buildGuide();
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(join(folder, guideFiles.pages), JSON.stringify(guide.pages)),
    writeFile(join(folder, guideFiles.search), JSON.stringify(guide.search)),
    ...Array.from(guide.pictures, ([name, file]) => copyFile(file, join(folder, name))),
  ]);
}

/** The pages that the start page links to, each once and in its order. */
function linkedPages(): readonly string[] {
  const files = Array.from(
    read(start).matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g),
    ([, link = ""]) => normalize(join(dirname(start), link)),
  );
  return [...new Set(files)].filter(isGuidePage);
}

/** The guide leaves out the pages of the repository about itself. */
function isGuidePage(file: string): boolean {
  return (
    /^(?:docs|contracts)\//.test(file) &&
    !file.startsWith("docs/decisions/") &&
    existsSync(join(root, file))
  );
}

function guideOf(files: readonly string[]): Guide {
  const names = new Map(files.map((file) => [file, nameOfPage(file)]));
  const rendered = files.map((file) => renderPage(file, names));
  const sections = rendered.flatMap(({ sections: all }) => all).map((one, id) => ({ ...one, id }));
  return {
    pages: { groups: groupsOf(names), pages: rendered.map(({ page }) => page) },
    search: { sections, index: guideIndex(sections) },
    pictures: new Map(pictures.map((file) => [basename(file), join(root, file)])),
  };
}

/** `docs/languages/python.md` is `languages-python`. */
function nameOfPage(file: string): string {
  if (file === start) return "";
  return file
    .replace(/^(?:docs|contracts)\//, "")
    .replace(/\.md$/, "")
    .replaceAll("/", "-");
}

/** The headings of the start page, each with the pages that it lists. */
function groupsOf(names: ReadonlyMap<string, string>): GuidePages["groups"] {
  const listed = new Set<string>();
  return read(start)
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const links = Array.from(part.matchAll(/\]\(([^)#\s]+\.md)/g), ([, link = ""]) =>
        names.get(normalize(join(dirname(start), link))),
      );
      const pages = [...new Set(links)].filter((name) => name !== undefined && !listed.has(name));
      for (const name of pages) if (name !== undefined) listed.add(name);
      return {
        title: part.split("\n")[0] ?? "",
        pages: pages.filter((name) => name !== undefined),
      };
    })
    .filter(({ pages }) => pages.length > 0);
}

function renderPage(file: string, names: ReadonlyMap<string, string>) {
  const name = names.get(file) ?? "";
  const marked = new Marked();
  const tokens = marked.lexer(read(file));
  const title = textOfHeading(tokens.find((token) => token.type === "heading"));
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const content = this.parser.parseInline(inner);
        return `<h${depth} id="${anchorOf(plainText(inner))}">${content}</h${depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const content = this.parser.parseInline(inner);
        const address = addressOf(href, file, names);
        return address === null ? content : `<a href="${escaped(address)}">${content}</a>`;
      },
      image({ href, text }) {
        const picture = normalize(join(dirname(file), href));
        if (!pictures.includes(picture)) return `<em>${escaped(text)}</em>`;
        return `<img src="${escaped(basename(picture))}" alt="${escaped(text)}">`;
      },
      codespan({ text }) {
        return `<code>${breakable(text)}</code>`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        const isNamed = file === rules;
        const rows = tableOf(token, isNamed, (cell) => this.parser.parseInline(cell.tokens));
        return `<div class="wide" tabindex="0">${rows}</div>\n`;
      },
    },
  });
  const page: GuidePage = { name, title, file, html: marked.parser(tokens) };
  return { page, sections: sectionsOf(tokens, name, title) };
}

/** Paths, variables and queries may break behind a sign, so that they do not push other columns out of a table. */
function breakable(code: string): string {
  return code
    .split(/(?<=[/_&=,.])(?=\w)/)
    .map(escaped)
    .join("<wbr>");
}

/** A table; the first cell of a row names it if the rows are named. */
function tableOf(
  { header, rows }: Tokens.Table,
  isNamed: boolean,
  inline: (cell: Tokens.TableCell) => string,
): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((cells) => {
    const name = isNamed ? ` id="${escaped(plainText(cells[0]?.tokens ?? []))}"` : "";
    return row(cells, "td").replace("<tr>", `<tr${name}>`);
  });
  return `<table><thead>${row(header, "th")}</thead><tbody>${body.join("")}</tbody></table>`;
}

/** The address of a link on a page of the guide; null for a file that the guide lacks. */
function addressOf(href: string, file: string, names: ReadonlyMap<string, string>): string | null {
  if (/^(?:#|https?:)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const name = names.get(normalize(join(dirname(file), path)));
  if (name === undefined) return null;
  return `${name === "" ? "./" : name}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** A page as sections: the text between two headings. */
function sectionsOf(
  tokens: readonly Token[],
  page: string,
  title: string,
): readonly GuideSection[] {
  const sections: (Omit<GuideSection, "paragraphs"> & { readonly paragraphs: string[] })[] = [
    { id: 0, page, title, heading: "", anchor: "", paragraphs: [] },
  ];
  for (const token of tokens) {
    if (isTable(token) && page === "rules") {
      for (const cells of token.rows) sections.push(rowSection(cells, page, title));
    } else if (token.type === "heading") {
      const heading = textOfHeading(token);
      if (heading !== title) {
        sections.push({ id: 0, page, title, heading, anchor: anchorOf(heading), paragraphs: [] });
      }
    } else sections.at(-1)?.paragraphs.push(...paragraphsOf(token));
  }
  return sections.filter(({ heading, paragraphs }) => heading !== "" || paragraphs.length > 0);
}

/** A rule: a page of 150 rows would have a word of every question. */
function rowSection(cells: readonly Tokens.TableCell[], page: string, title: string) {
  const [heading = "", ...texts] = cells.map(({ tokens }) => plainText(tokens));
  return { id: 0, page, title, heading, anchor: heading, paragraphs: [texts.join(": ")] };
}

/** A block as plain texts: a paragraph, each item of a list, each row of a table. */
function paragraphsOf(token: Token): readonly string[] {
  const texts = isTable(token)
    ? token.rows.map((cells) => cells.map(({ tokens }) => plainText(tokens)).join(": "))
    : isList(token)
      ? token.items.map(({ tokens }) => plainText(tokens))
      : [plainText([token])];
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

function textOfHeading(token: Token | undefined): string {
  return token === undefined || !("tokens" in token) ? "" : plainText(token.tokens ?? []);
}

/** The text of tokens without marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === "br" || token.type === "space") return " ";
      if (token.type === "html") return "";
      if (isList(token)) return token.items.map(({ tokens: inner }) => plainText(inner)).join("\n");
      if ("tokens" in token && token.tokens !== undefined) return plainText(token.tokens);
      return "text" in token ? unescaped(String(token.text)) : "";
    })
    .join("");
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Marked escapes some texts already. */
function unescaped(text: string): string {
  return Object.entries(entities).reduceRight(
    (all, [character, entity]) => all.replaceAll(entity, character),
    text.replaceAll("&#39;", "'"),
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
