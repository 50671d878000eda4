/** The layout of the guide's pages. Without a script, everything works but the search while typing. */
import { raw } from "hono/html";

import type { Html } from "../../world/mail/html-template.ts";
import { html } from "../../world/mail/html-template.ts";
import type { GuidePage, GuidePages } from "./built-guide.ts";
import type { Found } from "./search.ts";

/** A page of the guide as HTML. Addresses are relative, because a proxy may serve it below a path. */
export function guidePage(pages: GuidePages, page: GuidePage): string {
  return layout(pages, { name: page.name, title: page.title, main: raw(page.html), words: "" });
}

export function resultsPage(pages: GuidePages, words: string, found: readonly Found[]): string {
  const count = found.length === 1 ? "1 page" : `${found.length} pages`;
  const results = found.map(
    ({ section, paragraph }) =>
      html`<li><a href="${addressOf(section)}">${titleOf(section)}</a><p>${excerpt(paragraph)}</p></li>`,
  );
  const main = html`<h1>Search</h1>
    <p>${found.length === 0 ? `No page has ${words === "" ? "no words" : words}.` : `${count} for ${words}.`}</p>
    <ol class="results">${results}</ol>`;
  return layout(pages, { name: "search", title: "Search", main, words });
}

/** The address of a section below the guide. */
export function addressOf({ page, anchor }: Pick<Found["section"], "page" | "anchor">): string {
  return `${page === "" ? "./" : page}${anchor === "" ? "" : `#${anchor}`}`;
}

/** The title of a section, with that of its page. */
export function titleOf({ title, heading }: Pick<Found["section"], "title" | "heading">): string {
  return heading === "" ? title : `${title}: ${heading}`;
}

const excerptLengthMax = 300;

/** The beginning of a paragraph, on one line. */
export function excerpt(paragraph: string): string {
  const text = paragraph.replaceAll(/\s+/g, " ");
  if (text.length <= excerptLengthMax) return text;
  return `${text.slice(0, text.lastIndexOf(" ", excerptLengthMax))} …`;
}

interface Layout {
  readonly name: string;
  readonly title: string;
  readonly main: Html;
  readonly words: string;
}

function layout({ groups, pages }: GuidePages, { name, title, main, words }: Layout): string {
  const titles = new Map(pages.map((page) => [page.name, page.title]));
  const link = (to: string): Html =>
    html`<li><a href="${to}"${to === name ? raw(' aria-current="page"') : ""}>${titles.get(to) ?? to}</a></li>`;
  const navigation = groups.map(
    (group) => html`<h2>${group.title}</h2><ul>${group.pages.map(link)}</ul>`,
  );
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - lead-sandbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="guide.css">
    <script src="guide.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the text</a>
    <header>
      <a href="./">lead-sandbox guide</a>
      <form action="search" role="search">
        <input type="search" name="words" value="${words}" aria-label="Search the guide" placeholder="Search (Ctrl+K)" autocomplete="off" maxlength="200">
        <div id="found" aria-live="polite"></div>
      </form>
      <a href="../">Console</a>
    </header>
    <nav aria-label="Pages"><details open><summary>Pages</summary>${navigation}</details></nav>
    <main id="main" tabindex="-1">${main}</main>
  </body>
</html>
`.toString();
}
