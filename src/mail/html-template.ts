/** Markup that is safe to put into markup; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** A template tag that escapes every interpolation for text and quoted attributes, unless it is `Html` already. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const parts = strings.map((part, index) => part + markupOf(values[index] ?? ""));
  return { markup: parts.join("") };
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") {
    return value.replace(/[&<>"']/g, (character) => escapes.get(character) ?? "");
  }
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}
