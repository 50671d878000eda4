import { html as escaped } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup that is safe to interpolate. It is a `String` object: `toString` returns its text. */
export type Html = HtmlEscapedString;

/** A template tag that escapes every interpolation for text and quoted attributes, except `Html`. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const made = escaped(strings, ...values);
  if (made instanceof Promise) throw new Error("A template cannot contain a promise.");
  return made;
}
