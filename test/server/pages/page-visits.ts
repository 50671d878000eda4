/** Visits of the pages that mails link to, as from a browser without scripts. */
import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";

export type Page = "sign-up" | "unsubscribe";

/** Form fields or query parameters; a list can repeat a name. */
export type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** Texts that pages and mails must not treat as markup. */
export const hostile = [
  { name: "a script", value: "<script>alert(1)</script>" },
  { name: "a way out of an attribute", value: `" onfocus="alert(1)" autofocus x="` },
  { name: "a way out of the form", value: `'></form><img src=x onerror=alert(1)>` },
  { name: "escaped markup", value: "&lt;b&gt; &amp;quot; &#39;" },
  { name: "a template of a script", value: "${alert(1)} {{constructor}}" },
  { name: "a NUL and other control characters", value: "a\u0000b\u0007c\u001bd" },
  { name: "line breaks", value: "a\r\nSet-Cookie: a=b\r\n\r\nb" },
  { name: "text from right to left", value: "\u202eمايا\u202c" },
  { name: "emoji", value: "👩‍👩‍👧 楓" },
  { name: "SQL", value: "'); DROP TABLE leads; --" },
  { name: "a path", value: "../../../../etc/passwd" },
  { name: "3 kB", value: "x".repeat(3_000) },
] as const;

/** The path of a page, in the workspace of `world` by default. */
export function pagePath(world: World, page: Page, query: Fields = {}, workspaceId = world.id) {
  return `/_sandbox/workspaces/${workspaceId}/${page}?${encoded(query)}`;
}

/** Opens a page. */
export function open(world: World, page: Page, query: Fields = {}): Promise<Reply> {
  return request(world, "GET", pagePath(world, page, query));
}

/** Sends the form of a page. */
export function submit(
  world: World,
  page: Page,
  form: Fields,
  more: { readonly query?: Fields; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  return post(world, pagePath(world, page, more.query), encoded(form), more.headers);
}

/** Sends a form, valid or not, unchanged. */
export function post(
  world: World,
  path: string,
  rawBody: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return world.api("POST", path, { key: null, rawBody, headers: { ...type, ...headers } });
}

/** Sends a request without a key and a token. */
export function request(
  world: World,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return world.api(method, path, { key: null, headers });
}

/** The newest mail of a kind: the path of its link, and its recipient. */
export async function newestMail(world: World, kind: string) {
  const listed = await world.control("GET", `/emails?kind=${kind}`);
  const link = new URL(text(listed, "data.0.links.0"));
  return { to: text(listed, "data.0.to.0"), link, path: link.pathname + link.search };
}

/** The values of the form fields on a page. */
export function filledIn({ text: page }: Reply): Readonly<Record<string, string>> {
  const inputs = page.matchAll(/<input\s[^>]*?name="(\w+)"[^>]*?value="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name, value]) => [name, unescaped(value)]));
}

/** The text of a page on one line, without markup and frame. */
export function said({ text: page }: Reply): string {
  const main = page.slice(page.indexOf("<main>"), page.indexOf("</main>"));
  const words = main.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return unescaped(words)
    .replaceAll(/ (?=[.,)])|(?<=\() /g, "")
    .trim();
}

function unescaped(markup = ""): string {
  return markup
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

function encoded(fields: Fields): string {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  return pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}

/** Whether the partner sees a Lead of its Firm as Converted. */
export async function converted(world: World, leadId: string): Promise<boolean> {
  const lead = await world.api("GET", `/v1/leads/${leadId}?scope=withDeleted`);
  return typeof at(lead, "data.convertedAt") === "string";
}
