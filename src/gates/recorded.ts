/** What the journal keeps of a message: headers without secrets, a body that is not too long. */
import { keyLength, keyPattern } from "../domain/api-key.ts";
import type { RecordedMessage } from "../workspace/journal.ts";
import { bodyCharactersMax } from "../workspace/journal.ts";

/** A message as it went over the wire; `wire` has what its headers lack when it did not. */
export function recorded(headers: Headers, body: string | null, wire = {}): RecordedMessage {
  const kept: Record<string, string> = { ...wire };
  for (const [name, value] of headers) kept[name] = secrets.has(name) ? redacted(value) : value;
  const long = body !== null && body.length > bodyCharactersMax;
  return { headers: kept, body: long ? cut(body) : body };
}

/** The beginning of a body; a key is not cut through, as half of one could not be told for one later. */
function cut(body: string): string {
  const first = bodyCharactersMax - keyLength + 1;
  const key = body.slice(first, bodyCharactersMax + keyLength - 1).search(keyPattern);
  return `${body.slice(0, key === -1 ? bodyCharactersMax : first + key)}…`;
}

const secrets: ReadonlySet<string> = new Set([
  "x-api-key",
  "authorization",
  "proxy-authorization",
  "cookie",
]);

/** Enough of a key to tell it from another of a test, too little to use it. */
function redacted(key: string): string {
  return key.length > 12 ? `${key.slice(0, 4)}…redacted` : "…redacted";
}
