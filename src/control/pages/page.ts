/** The frame of the sandbox's own pages: no script, nothing from elsewhere, and plainly a sandbox's. */
import type { Html } from "../../mail/html-template.ts";
import { html } from "../../mail/html-template.ts";

export type PageStatus = 200 | 201 | 400 | 404 | 409 | 413 | 415 | 422;

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 34rem; overflow-wrap: anywhere; }
  h1 { line-height: 1.25; }
  .sandbox { padding: 0.5rem 0.75rem; border: 2px dashed; border-radius: 0.25rem; font-size: 0.9rem; }
  label { display: block; margin-top: 0.75rem; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
  button { margin-top: 1.25rem; padding: 0.6rem 1.25rem; font: inherit; font-weight: 600; }
  [role="alert"] { padding: 0.5rem 0.75rem; border-left: 4px solid #b3261e; }
`;

/** The answer that shows `content` under `title`. */
export function page(status: PageStatus, title: string, content: readonly Html[]): Response {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - lead-sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ markup: style }}
        </style>
      </head>
      <body>
        <p class="sandbox">
          lead-sandbox: this is a test environment. Nobody real is signed up, and what you enter
          stays in it.
        </p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return new Response(markup, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      // With no-referrer a browser names the Origin of a form "null", which the guard refuses.
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    },
  });
}

/** What is wrong, above a form. */
export function alert(text: string): Html {
  return html`<p role="alert">${text}</p>`;
}
