import type { MailContent } from "../domain/mail.ts";
import { accentColour, embeddedLogo, textColourOn } from "./brand.ts";
import { html, type Html } from "./html-template.ts";
import { oneLine } from "./one-line.ts";
import { mailWording, type MailWording } from "./wording.ts";

const bodyStyle =
  "margin:0;padding:24px 12px;background:#f2f4f6;color:#1c2430;" +
  "font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5";
const cardStyle = "max-width:600px;margin:0 auto;padding:24px;background:#ffffff";
const hiddenStyle = "display:none;max-height:0;overflow:hidden";
const buttonStyle =
  "display:inline-block;padding:12px 24px;border-radius:4px;font-weight:bold;text-decoration:none";
const smallStyle = "margin:24px 0 0;color:#545e6c;font-size:14px";

/** The HTML part of a mail: every value is escaped, and nothing is loaded from elsewhere. */
export function mailHtml(content: MailContent): string {
  const wording = mailWording(content);
  const accent = accentColour(content.brand);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${wording.heading}</title>
      </head>
      <body style="${bodyStyle}">
        <div style="${hiddenStyle}" aria-hidden="true">${wording.preheader}</div>
        <div role="main" style="${cardStyle};border-top:4px solid ${accent}">
          ${masthead(content)}
          <h1 style="margin:0 0 16px;font-size:24px;line-height:1.3">${wording.heading}</h1>
          ${[wording.greeting, ...wording.paragraphs].map(paragraph)}
          ${[...factList(wording.facts), ...button(wording.action, accent)]}
          <p style="${smallStyle}">${wording.closing}<br />${wording.notice}</p>
        </div>
      </body>
    </html>`.markup;
}

function masthead({ brand }: MailContent): Html {
  const logo = embeddedLogo(brand);
  const firm = oneLine(brand.firmName);
  return logo === null
    ? html`<p style="margin:0 0 16px;font-weight:bold">${firm}</p>`
    : html`<img
        src="${logo}"
        alt="${firm}"
        style="display:block;max-width:200px;max-height:64px;margin:0 0 16px"
      />`;
}

function paragraph(text: string): Html {
  return html`<p style="margin:0 0 16px">${text}</p>`;
}

function factList(facts: MailWording["facts"]): readonly Html[] {
  if (facts.length === 0) return [];
  const rows = facts.map(
    ({ label, value }) =>
      html`<dt style="color:#545e6c;font-size:14px">${label}</dt>
        <dd style="margin:0 0 8px;overflow-wrap:anywhere">${value}</dd> `,
  );
  return [html`<dl style="margin:0 0 16px">${rows}</dl>`];
}

function button(action: MailWording["action"], accent: string): readonly Html[] {
  if (action === null) return [];
  const colours = `background:${accent};color:${textColourOn(accent)}`;
  return [
    html`<p style="margin:24px 0">
      <a href="${action.url}" style="${buttonStyle};${colours}">${action.label}</a>
    </p>`,
  ];
}
