/** The layout of the sandbox's own pages: no scripts, no external files, and marked as a sandbox. */
import { raw } from "hono/html";

import type { Firm } from "../../domain/model/firm.ts";
import { accentColour, embeddedLogo, textColourOn } from "../../world/mail/brand.ts";
import type { Html } from "../../world/mail/html-template.ts";
import { html } from "../../world/mail/html-template.ts";

export type PageStatus = 200 | 201 | 400 | 404 | 409 | 413 | 415 | 422;

/** The content of a page; `firm` adds the branding of its mails. */
export interface PageContent {
  readonly title: string;
  readonly content: readonly Html[];
  readonly firm?: Firm | null;
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: #f2f4f6; color: #1c2430; }
  body { margin: 0 auto; padding: 1rem; max-width: 34rem; overflow-wrap: anywhere; }
  .card { background: #fff; border-top: 0.25rem solid var(--accent); }
  header { padding: 1.25rem 1.5rem; border-bottom: 1px solid #e3e7ec; font-size: 1.125rem; font-weight: 700; }
  header img { display: block; max-height: 3rem; max-width: 100%; }
  main { padding: 1.5rem; }
  h1 { margin: 0 0 1rem; line-height: 1.25; font-size: 1.6rem; }
  h2 { margin: 1.75rem 0 0.5rem; font-size: 1.15rem; }
  ul, ol { padding-left: 1.25rem; }
  .sandbox { margin: 0; padding: 0 1.5rem 1.5rem; font-size: 0.875rem; color: #545e6c; }
  label { display: block; margin-top: 0.9rem; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.55rem; font: inherit;
    color: inherit; background: #fff; border: 1px solid #7b8794; border-radius: 0.25rem; }
  button { margin-top: 1.5rem; padding: 0.7rem 1.75rem; font: inherit; font-weight: 700; border-radius: 0.25rem;
    border: 1px solid #7b8794; background: var(--accent); color: var(--on-accent); cursor: pointer; }
  [role="alert"] { padding: 0.5rem 0.75rem; border-left: 0.25rem solid #b3261e; background: #fbeceb; }
  @media (prefers-color-scheme: dark) {
    :root { background: #12161c; color: #eef1f4; }
    .card { background: #1e252e; }
    header { border-color: #3a4350; }
    header img { padding: 0.4rem; background: #fff; }
    .sandbox { color: #b3bcc8; }
    input { background: #12161c; border-color: #8a95a3; }
    [role="alert"] { background: #3b2224; }
  }
`;

export function page(status: PageStatus, { title, content, firm = null }: PageContent): Response {
  const accent = accentColour(firm?.colour ?? null);
  const colours = `:root { --accent: ${accent}; --on-accent: ${textColourOn(accent)}; }`;
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - ${firm?.name ?? "lead-sandbox"}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(colours + style)}
        </style>
      </head>
      <body>
        <div class="card">
          ${firm === null ? [] : header(firm)}
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
          <p class="sandbox">
            lead-sandbox: this is a test environment. Nobody real is signed up, and what you enter
            stays in it.
          </p>
        </div>
      </body>
    </html>`;
  return new Response(markup.toString(), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      // With no-referrer, browsers send a form with the Origin "null", which the guard rejects.
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    },
  });
}

/** An error message above a form. */
export function alert(text: string): Html {
  return html`<p role="alert">${text}</p>`;
}

/** The next steps after a form succeeded. */
export function nextSteps(steps: readonly string[]): Html {
  return html`<h2>What happens next</h2>
    <ul>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ul>`;
}

function header({ name, logo }: Firm): Html {
  const shown = embeddedLogo(logo);
  if (shown === null) return html`<header>${name}</header>`;
  return html`<header><img src="${shown.dataUri}" alt="${name}" /></header>`;
}
