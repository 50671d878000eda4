import document from "../../../contracts/openapi/lead-api.json" with { type: "json" };
import { asJson, objectOrEmpty } from "../../../src/base/values/json.ts";
import type { NextInterface } from "../../../src/harness/next/next-interface.ts";
import { readNextInterface } from "../../../src/harness/next/next-interface.ts";

/** The sandbox's document. */
export const ownDocument = objectOrEmpty(asJson(document));

/** The text of the sandbox's document. */
export const ownText = JSON.stringify(document);

/** Reads what a text announces, as a file of the same name. */
export function announced(text: string, from: string | null = null): NextInterface {
  const present = from === null ? null : { name: "present.yaml", text: from };
  return readNextInterface(ownDocument, { name: "next.yaml", text }, present);
}

/** The ids of the changes that a text announces. */
export function idsIn(text: string, from: string | null = null): readonly string[] {
  return announced(text, from).changes.map(({ id }) => id);
}

/** A document in which one pattern is replaced everywhere. Throws if it is nowhere. */
export function replaced(text: string, pattern: RegExp | string, by: string): string {
  const changed = text.replaceAll(pattern, by);
  if (changed === text) throw new Error(`${String(pattern)} is not in the document.`);
  return changed;
}
