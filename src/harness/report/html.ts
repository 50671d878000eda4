/** Writes a document as a self-contained page, which a browser also prints. */
import { html, raw } from "hono/html";

import { singleLine, visible } from "../../base/texts/visible.ts";
import type { Page, PageBlock } from "./document.ts";
import { partsOf } from "./document.ts";
import { callText } from "./markdown.ts";
import { style } from "./style.ts";

type Html = ReturnType<typeof html>;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A page as HTML; `command` is the one that wrote it. */
export async function htmlOf({ title, blocks }: Page, command: string): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${raw(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${singleLine(title.replaceAll("`", ""))} - lead-sandbox ${command}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header><h1>${prose(title)}</h1></header>
        <main>${blocks.map(blockPart)}</main>
      </body>
    </html>`;
  return `${page.toString()}\n`;
}

function blockPart(block: PageBlock): Html {
  switch (block.type) {
    case "heading":
      return block.level === 2
        ? html`<h2>${prose(block.text)}</h2>`
        : html`<h3>${prose(block.text)}</h3>`;
    case "paragraph":
      return html`<p>${prose(block.text)}</p>`;
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${prose(item)}</li>`)}</ul>`;
    case "table":
      return tablePart(block.columns, block.rows);
    case "verdict":
      return html`<section class="verdict ${block.mark}">
        <span class="badge">${block.mark}</span>
        <div>
          <p><strong>${prose(block.title)}</strong></p>
          ${block.text === "" ? "" : html`<p>${prose(block.text)}</p>`}
        </div>
      </section>`;
    case "calls":
      return html`<ol class="calls">${block.calls.map((call) => html`<li>${datum(callText(call))}</li>`)}</ol>`;
    case "story":
      return html`<ol class="story">${block.steps.map(storyStep)}</ol>`;
    case "code":
      return html`<pre tabindex="0" role="group" aria-label="${block.language}" dir="auto">${visible(block.text)}</pre>`;
    case "details":
      return html`<details><summary>${prose(block.summary)}</summary>${block.blocks.map(blockPart)}</details>`;
    default:
      return html``;
  }
}

function tablePart(columns: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="table">
    <table>
      <thead><tr>${columns.map((name) => html`<th scope="col">${prose(name)}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${lines(cell)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function lines(text: string): Html {
  return html`${text.split("\n").map((line, at) => (at === 0 ? prose(line) : html`<br />${prose(line)}`))}`;
}

function storyStep({ at, text }: { readonly at: string; readonly text: string }): Html {
  return html`<li>${at === "" ? "" : html`<span class="quiet">${at}</span> `}${prose(text)}</li>`;
}

/** A short text from a run, on one line. */
function datum(text: string): Html {
  return html`<code dir="auto">${singleLine(text)}</code>`;
}

/** A text with code in backticks. */
function prose(text: string): Html {
  return html`${partsOf(text).map((part) => (part.isCode ? datum(part.text) : singleLine(part.text)))}`;
}
