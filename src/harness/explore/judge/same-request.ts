import { callKey } from "../identity.ts";
import type { ObservedCall } from "../model.ts";

/** Identifies equal requests of a client, regardless of their ordinal. */
export function requestKey({ id, method, path, query, body }: ObservedCall): string {
  return JSON.stringify([callKey({ ...id, ordinal: 0 }), method, path, query, body]);
}
