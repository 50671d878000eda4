/** Sends any call of the control API, as its document describes it. */
import type { ControlCall } from "../shell/commands.ts";
import { callControl } from "../shell/connection.ts";

/** Returns the parsed JSON, or the text if it is not JSON. Throws the message of a refusal. */
export async function sendCall(
  { method, path, parameters = [] }: ControlCall,
  values: Readonly<Record<string, string>>,
  body: string | null,
): Promise<unknown> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? "";
    if (place === "query" && value !== "") query.set(name, value);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return callControl(method, filled + search, body);
}
