import type { Registry } from "../workspace/registry.ts";

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;

/** A text with every API key of the sandbox in it cut short: a key is shown where keys are listed and nowhere else. */
export function withoutKeys(registry: Registry, text: string): string {
  return text.replaceAll(uuid, (found) =>
    registry.findKey(found.toLowerCase()) === null ? found : `${found.slice(0, 4)}…redacted`,
  );
}
