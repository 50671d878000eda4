/** Parts that all sections of the page share. They escape text from a run and isolate its direction. */
import { html, raw } from "hono/html";

import { singleLine, visible } from "../../../base/texts/visible.ts";
import { isRuleId, ruleOf } from "../../../domain/rules/catalogue.ts";
import type { Evidence, ReportedCall } from "./shape.ts";

/** Markup. */
export type Html = ReturnType<typeof html>;

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The parts of a page. */
interface Page {
  readonly title: string;
  readonly style: string;
  readonly header: Html;
  readonly main: Html;
}

/** A self-contained page, without scripts and external resources. */
export async function pageOf({ title, style, header, main }: Page): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${raw(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header>${header}</header>
        <main>${main}</main>
      </body>
    </html>`;
  return `${page.toString()}\n`;
}

/** A short text from a run, on one line. */
export function datum(text: string): Html {
  return html`<code dir="auto">${singleLine(text)}</code>`;
}

/** A long text from a run, which scrolls within its box. */
export function block(name: string, text: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${name}" dir="auto">${visible(text)}</pre>`;
}

/** Content that the reader can unfold. */
export function folded(summary: string | Html, content: Html | readonly Html[]): Html {
  return html`<details class="fold"><summary>${summary}</summary>${content}</details>`;
}

/** A call as one line, with its bodies folded below. */
export function callItem(
  call: ReportedCall & Partial<Pick<Evidence, "received">>,
  isVaried: boolean,
): Html {
  const { method, path, query, status, received, sentAtMs, body, answer } = call;
  const target = query === "" ? path : `${path}?${query}`;
  const ended = received === false || status === 0 ? "no answer" : String(status);
  return html`<details class="call ${isVaried ? "varied" : ""}"><summary>${datum(`${method} ${target}`)} → ${ended} <span class="quiet">at ${sentAtMs} ms${isVaried ? ", varied" : ""}</span></summary>${bodyPart("Request body", body)}${bodyPart("Response body", answer)}</details>`;
}

function bodyPart(name: string, body: string | null): Html {
  if (body === null || body === "") return html`<p class="quiet">${name}: none</p>`;
  return html`<p class="quiet">${name}, ${sizeOf(body)}</p>${block(name, body)}`;
}

function sizeOf(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} KiB`;
}

/** Rules with their statements. */
export function ruleList(ids: readonly string[]): Html {
  const items = ids.map((id) => html`<dt>${datum(id)}</dt><dd>${statementOf(id)}</dd>`);
  return html`<dl class="rules">${items}</dl>`;
}

/** A report of another version may contain unknown rules. */
function statementOf(id: string): Html {
  if (!isRuleId(id)) return html`<span class="quiet">This version does not know the rule.</span>`;
  const { statement, clause, standing } = ruleOf(id);
  const words = statement
    .split("`")
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${words} <span class="quiet">(clause ${clause}, ${standing})</span>`;
}
