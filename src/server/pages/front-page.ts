import { html } from "../../world/mail/html-template.ts";
import { page } from "./page.ts";

/** The page at `/`: what this server is, with links to its pages. It contains no secrets. */
export function frontPage(version: string): Response {
  const content = [
    html`<p>
      This server is lead-sandbox ${version}: it emulates the Lead API for the tests of its clients. The
      API itself answers programs at this address, with an API key in <code>X-API-Key</code>.
    </p>`,
    html`<ul>
      <li><a href="_sandbox/">Console</a>: see what happens and why, and make things happen</li>
      <li><a href="_sandbox/guide/">Guide</a>: the documentation, with a search</li>
      <li><a href="_sandbox/docs">API reference</a>: try every call of both APIs in the browser</li>
      <li><a href="_sandbox/spec/openapi.json">Lead API</a> as an OpenAPI document</li>
      <li><a href="_sandbox/openapi.json">Control API</a> as an OpenAPI document</li>
      <li><a href="_sandbox/rules">Rules</a> that every answer cites</li>
      <li><a href="_sandbox/workspaces">Workspaces</a> with their Firms and API keys</li>
      <li><a href="_sandbox/emails">Captured mail</a></li>
      <li><a href="_sandbox/requests">Journal</a> of the requests and their answers</li>
    </ul>`,
  ];
  return page(200, { title: "lead-sandbox", content });
}
