import { keyAsIssued, writtenKeyPattern } from "../domain/api-key.ts";
import type { Registry } from "../workspace/registry.ts";

const anyKey = new RegExp(writtenKeyPattern, "gi");

/**
 * Redacts every API key of the sandbox in a text, including percent-encoded ones. Only lists of keys show whole
 * keys.
 */
export function withoutKeys(registry: Registry, text: string): string {
  return text.replaceAll(anyKey, (found) => {
    const key = keyAsIssued(found);
    return registry.findKey(key) === null ? found : `${key.slice(0, 4)}…redacted`;
  });
}

/** Redacts every API key in the values of headers. */
export function headersWithoutKeys(
  registry: Registry,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutKeys(registry, value)]),
  );
}
