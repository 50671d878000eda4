import { keyPattern } from "../domain/api-key.ts";
import type { Registry } from "../workspace/registry.ts";

const anyKey = new RegExp(keyPattern, "gi");

/** A text with every API key of the sandbox in it cut short: a key is shown where keys are listed and nowhere else. */
export function withoutKeys(registry: Registry, text: string): string {
  return text.replaceAll(anyKey, (found) =>
    registry.findKey(found.toLowerCase()) === null ? found : `${found.slice(0, 4)}…redacted`,
  );
}

/** The values of headers, likewise. */
export function headersWithoutKeys(
  registry: Registry,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutKeys(registry, value)]),
  );
}
