import type { RuledOperation } from "../http/operation.ts";
import type { Assumptions } from "../rules/trace.ts";
import { switched } from "../rules/trace.ts";
import type { JsonObject } from "../values/json.ts";
import { newLruCache } from "../values/lru-cache.ts";
import { emulatedDocument } from "./emulated-document.ts";

/** Maximum number of documents in memory, each for a set of choices. */
const documentsMax = 16;

/** Returns the document of the emulated API under some assumptions, which is made at its first use. */
export function newEmulatedDocuments(
  operations: readonly RuledOperation[],
  options: { readonly version: string; readonly requireHttps: boolean },
): (assumptions: Assumptions) => JsonObject {
  const made = newLruCache<string, JsonObject>(documentsMax);
  return (assumptions) => {
    const chosen = switched(assumptions);
    const make = () => emulatedDocument(operations, { ...options, assumptions: chosen });
    return made.ensure(JSON.stringify(chosen), make);
  };
}
