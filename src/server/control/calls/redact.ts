import { redactedKey } from "../../../domain/hiding/keys.ts";
import { replaceKeys } from "../../../domain/hiding/written-keys.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";

/**
 * Redacts every API key of the sandbox in a text, also encoded ones and those of dropped workspaces. Only lists of
 * keys show whole keys.
 */
export function withoutKeys(registry: Registry, text: string): string {
  return replaceKeys(text, (key) => (registry.knewKey(key) ? redactedKey(key) : null));
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
