/** Remembers what was hidden, to find it again in texts without a structure, such as the output of a command. */
import type { Json } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

/** Shorter values, such as initials, are in too many words. */
const charactersMin = 3;

/** Hidden values with their replacements. */
export interface KnownValues {
  /** Notes every text of `before` that is another one in `after`, which has the same structure. */
  readonly note: (before: Json, after: Json) => void;
  /** Replaces noted values that stand alone in `text`, also escaped as in JSON or a URL. */
  readonly replaceIn: (text: string) => string;
}

export function newKnownValues(): KnownValues {
  const known = new Map<string, string>();
  let pattern: RegExp | null = null;
  const add = (before: string, after: string): void => {
    const json = JSON.stringify(before).slice(1, -1);
    for (const written of new Set([before, json, encodeURIComponent(before.toWellFormed())])) {
      known.set(written.toLowerCase(), after);
    }
    pattern = null;
  };
  const note = (before: Json, after: Json): void => {
    if (typeof before === "string" && typeof after === "string") {
      if (before !== after && before.trim().length >= charactersMin) add(before, after);
      return;
    }
    const [values, others] = [valuesOf(before), valuesOf(after)];
    for (const [at, value] of values.entries()) note(value, others[at] ?? null);
  };
  return {
    note,
    replaceIn(text) {
      if (known.size === 0) return text;
      pattern ??= patternOf([...known.keys()]);
      return text.replaceAll(pattern, (found) => known.get(found.toLowerCase()) ?? found);
    },
  };
}

function valuesOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

const special = /[\\^$.*+?()[\]{}|/]/g;

/** Matches each of `values` as whole words, the longest first. */
function patternOf(values: readonly string[]): RegExp {
  const longestFirst = values.toSorted((one, other) => other.length - one.length);
  const any = longestFirst.map((value) => value.replaceAll(special, String.raw`\$&`)).join("|");
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${any})(?![\p{L}\p{N}])`, "giu");
}
