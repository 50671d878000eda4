import { keyAsIssued, writtenKeyPattern } from "../domain/api-key.ts";
import type { Registry } from "../workspace/registry.ts";

const anyKey = new RegExp(writtenKeyPattern, "gi");

/**
 * The text with every API key of the sandbox cut short, including percent-encoded ones. Only lists of keys show whole
 * keys.
 */
export function withoutKeys(registry: Registry, text: string): string {
  return text.replaceAll(anyKey, (found) => {
    const key = keyAsIssued(found);
    return registry.findKey(key) === null ? found : `${key.slice(0, 4)}…redacted`;
  });
}

/** The same for the values of headers. */
export function headersWithoutKeys(
  registry: Registry,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutKeys(registry, value)]),
  );
}
