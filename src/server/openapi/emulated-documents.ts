import type { JsonObject } from "../../base/values/json.ts";
import type { LruCache } from "../../base/values/lru-cache.ts";
import { newLruCache } from "../../base/values/lru-cache.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import { switched } from "../../domain/rules/trace.ts";
import type { RuledOperation } from "../../network/http/operation.ts";
import { emulatedDocument } from "./emulated-document.ts";

/** Maximum number of documents in memory, each for a set of choices. */
const documentsMax = 16;

/** The documents of each table of operations. All sandboxes of a process share them, because one takes 0.1 s to make. */
const documentsOf = new WeakMap<readonly RuledOperation[], LruCache<string, JsonObject>>();

/**
 * Returns the document of the emulated API under some assumptions, which is made at its first use. `usual` may have the
 * one without any.
 */
export function newEmulatedDocuments(
  operations: readonly RuledOperation[],
  options: { readonly version: string; readonly requireHttps: boolean },
  usual: () => JsonObject | null = () => null,
): (assumptions: Assumptions) => JsonObject {
  const made = documentsOf.get(operations) ?? newLruCache(documentsMax);
  documentsOf.set(operations, made);
  return (assumptions) => {
    const chosen = switched(assumptions);
    const isUsual = Object.keys(chosen).length === 0;
    const make = () =>
      (isUsual ? usual() : null) ??
      emulatedDocument(operations, { ...options, assumptions: chosen });
    return made.ensure(JSON.stringify([options.version, options.requireHttps, chosen]), make);
  };
}
