/** Detects names in a request that resemble documented ones: different case, number or spelling. */
import { distance } from "fastest-levenshtein";

import type { JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";

/** The documented keys of an object, and the shapes of their values: objects or arrays of them. */
export interface NameShape {
  readonly [name: string]: NameShape | null;
}

/** Maximum number of names compared in a request, and of characters in a name, to bound the time. */
const comparedMax = 500;
const charactersMax = 40;

/** The hint for what resembles a documented name. */
export function misspelling(sent: string, documented: string): string {
  return `${sent} is not documented, did you mean ${documented}?`;
}

/** The documented name that `name` resembles; null when it is documented itself or resembles none. */
export function nearestName(name: string, documented: readonly string[]): string | null {
  if (name.length > charactersMax || documented.includes(name)) return null;
  const plain = plainName(name);
  if (plain === "") return null;
  const near = documented.map((known) => ({ known, edits: distance(plain, plainName(known)) }));
  const [best] = near.toSorted((one, other) => one.edits - other.edits);
  return best !== undefined && best.edits <= editsMax(plain) ? best.known : null;
}

/** The keys in `value` that resemble those of `shape`, each with the path of the documented key. */
export function nearMissesIn(
  value: JsonObject,
  shape: NameShape,
): readonly { readonly sent: string; readonly documented: string }[] {
  const found: { sent: string; documented: string }[] = [];
  let compared = 0;
  const look = (object: JsonObject, names: NameShape, path: string): void => {
    for (const key in object) {
      if (compared >= comparedMax) return;
      if (Object.hasOwn(names, key)) {
        const inner = names[key] ?? null;
        if (inner !== null) lookInside(object[key], inner, `${path}${key}.`);
        continue;
      }
      compared += 1;
      const documented = nearestName(key, Object.keys(names));
      if (documented !== null) found.push({ sent: path + key, documented: path + documented });
    }
  };
  const lookInside = (inner: unknown, names: NameShape, path: string): void => {
    for (const item of Array.isArray(inner) ? inner : [inner]) {
      if (isJsonObject(item)) look(item, names, path);
    }
  };
  look(value, shape, "");
  return found;
}

/** The name in lower case, without separators and without a plural s. */
function plainName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()
    .replace(/s$/, "");
}

/** Short names allow fewer edits, because one edit often makes another word. */
function editsMax({ length }: string): number {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}
