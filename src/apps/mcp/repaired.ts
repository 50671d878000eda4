import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";

/** The text of a message or a batch without null, or the empty list of PHP, for absent parameters. */
export function withoutNullArguments(text: string): string {
  if (!/"(?:params|arguments|cursor|_meta)"\s*:\s*(?:null|\[\s*\])/.test(text)) return text;
  const message = parsedJson(text);
  if (message === undefined) return text;
  return JSON.stringify(Array.isArray(message) ? message.map(repaired) : repaired(message));
}

const optional: ReadonlySet<string> = new Set(["arguments", "cursor", "_meta"]);

function repaired(message: Json): Json {
  if (!isJsonObject(message)) return message;
  const { params = null, ...rest }: JsonObject = message;
  if (isAbsent(params)) return rest;
  if (!isJsonObject(params)) return message;
  const given = Object.entries(params).filter(
    ([name, value]) => !isAbsent(value) || !optional.has(name),
  );
  return { ...message, params: Object.fromEntries(given) };
}

function isAbsent(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
