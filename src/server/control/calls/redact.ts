import { replaceKeys } from "../../../base/values/written-keys.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";

/**
 * Redacts every API key of the sandbox in a text, also encoded ones and those of dropped workspaces. Only lists of
 * keys show whole keys.
 */
export function withoutKeys(registry: Registry, text: string): string {
  return replaceKeys(text, (key) => (registry.knewKey(key) ? redacted(key) : null));
}

/** An API key cut short. */
export function redacted(key: string): string {
  return `${key.slice(0, 4)}…redacted`;
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
