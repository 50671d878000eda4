import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";

/** The text of a message or a batch in which `"arguments": null` of a call is left out, as typed languages send it. */
export function withoutNullArguments(text: string): string {
  if (!/"arguments"\s*:\s*null/.test(text)) return text;
  const message = parsedJson(text);
  if (message === undefined) return text;
  return JSON.stringify(Array.isArray(message) ? message.map(repaired) : repaired(message));
}

function repaired(message: Json): Json {
  if (!isJsonObject(message)) return message;
  const { params } = message;
  if (params === undefined || !isJsonObject(params) || params["arguments"] !== null) return message;
  const { arguments: _none, ...rest }: JsonObject = params;
  return { ...message, params: rest };
}
