/**
 * The HTML part of a mail. Mail clients are not browsers. Layout uses tables, and styling uses `style`
 * attributes: Outlook for Windows reads only those of the nearest cell or paragraph. `<style>` adds dark
 * colours for clients that read it.
 */
import type { MailContent } from "../../domain/model/mail.ts";
import { accentColour, embeddedLogo, textColourOn } from "./brand.ts";
import { html, type Html } from "./html-template.ts";
import { singleLine } from "./one-line.ts";
import { mailWording, type MailLink, type MailWording } from "./wording.ts";

const font = "font-family:Arial,Helvetica,sans-serif";
const bodyText = `${font};font-size:16px;color:#1c2430`;
const mutedText = `${font};font-size:14px;color:#545e6c`;
const firmText = `${font};font-size:18px;font-weight:bold;color:#1c2430`;
const headingText = `margin:0 0 16px;${font};font-size:24px;line-height:32px;color:#1c2430`;

const darkColours = html`<style>
  @media (prefers-color-scheme: dark) {
    .page {
      background-color: #12161c !important;
    }
    .card {
      background-color: #1e252e !important;
    }
    .text {
      color: #eef1f4 !important;
    }
    .muted {
      color: #b3bcc8 !important;
      border-color: #3a4350 !important;
    }
    .masthead {
      border-bottom-color: #3a4350 !important;
    }
    .logo {
      background-color: #ffffff !important;
      padding: 6px !important;
    }
  }
</style>`;

/** The HTML part of a mail. It escapes every value and loads nothing from elsewhere. */
export function mailHtml(
  content: MailContent,
  logoUrl: string | null = embeddedLogo(content.brand.logo)?.dataUri ?? null,
): string {
  const wording = mailWording(content);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${wording.heading}</title>
        ${darkColours}
      </head>
      <body class="page" bgcolor="#f2f4f6" style="margin:0;padding:0">
        <div style="display:none;mso-hide:all">${wording.preheader}</div>
        ${page(content, wording, logoUrl)}
      </body>
    </html>`.toString();
}

function page(content: MailContent, wording: MailWording, logoUrl: string | null): Html {
  const accent = accentColour(content.brand.colour);
  return html`<table
    class="page"
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    bgcolor="#f2f4f6"
  >
    <tr>
      <td align="center" style="padding:24px 12px">
        ${widthForOutlook}
        <table
          class="card"
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#ffffff"
          style="max-width:600px;word-break:break-word"
        >
          ${masthead(content.brand.firmName, logoUrl, accent)}
          <tr>
            <td role="main" align="left" style="padding:24px">
              <h1 class="text" style="${headingText}">${wording.heading}</h1>
              ${[wording.greeting, ...wording.paragraphs].map(paragraph)}
              ${[...factTable(wording.facts), ...button(wording.action, accent)]}
            </td>
          </tr>
          ${footer(wording)}
        </table>
        ${endOfWidthForOutlook}
      </td>
    </tr>
  </table>`;
}

// Outlook for Windows does not support max-width.
const widthForOutlook = html`<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const endOfWidthForOutlook = html`<!--[if mso]></td></tr></table><![endif]-->`;

/** Dark in dark mode, except right behind a logo: logos are designed for white. */
function masthead(firmName: string, logoUrl: string | null, accent: string): Html {
  const firm = singleLine(firmName);
  const shown =
    logoUrl === null
      ? html`${firm}`
      : html`<img
          class="logo"
          src="${logoUrl}"
          alt="${firm}"
          height="48"
          style="display:block;border:0;height:auto;max-height:48px;max-width:100%"
        />`;
  return html`<tr>
    <td
      class="card text masthead"
      align="left"
      bgcolor="#ffffff"
      style="padding:20px 24px;border-top:4px solid ${accent};border-bottom:1px solid #e3e7ec;${firmText}"
    >
      ${shown}
    </td>
  </tr>`;
}

function paragraph(text: string): Html {
  return html`<p class="text" style="margin:0 0 16px;${bodyText};line-height:24px">${text}</p>`;
}

function factTable(facts: MailWording["facts"]): readonly Html[] {
  if (facts.length === 0) return [];
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr>
        <th
          class="muted"
          scope="row"
          width="64"
          align="left"
          valign="top"
          style="padding:6px 16px 6px 0;font-weight:normal;${mutedText}"
        >
          ${label}
        </th>
        <td class="text" align="left" valign="top" style="padding:4px 0;${bodyText}">${value}</td>
      </tr>`,
  );
  return [html`<table cellpadding="0" cellspacing="0" border="0">${rows}</table>`];
}

/** For Outlook for Windows, the cell carries colour and padding; in other clients the whole area is the link. */
function button(action: MailLink | null, accent: string): readonly Html[] {
  if (action === null) return [];
  const linkStyle =
    `display:inline-block;padding:12px 28px;${font};font-size:16px;` +
    `font-weight:bold;text-decoration:none;color:${textColourOn(accent)}`;
  return [
    html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
      <tr>
        <td
          align="center"
          bgcolor="${accent}"
          style="border-radius:4px;mso-padding-alt:12px 28px"
        >
          <a href="${action.url}" style="${linkStyle}">${action.label}</a>
        </td>
      </tr>
    </table>`,
  ];
}

function footer({ closing, notice, stop }: MailWording): Html {
  const style = `${mutedText};line-height:20px`;
  const link =
    stop === null
      ? []
      : [
          html`<p class="muted" style="margin:8px 0 0;${style}">
            <a class="muted" href="${stop.url}" style="color:#545e6c">${stop.label}</a>
          </p>`,
        ];
  return html`<tr>
    <td role="contentinfo" align="left" style="padding:0 24px 24px">
      <p
        class="muted"
        style="margin:0;padding:16px 0 0;border-top:1px solid #e3e7ec;${style}"
      >
        ${closing}<br />${notice}
      </p>
      ${link}
    </td>
  </tr>`;
}
