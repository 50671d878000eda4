import * as z from "zod";

import { replaceKeys } from "../../domain/hiding/written-keys.ts";

/** The keys and ids to adopt; without a key, Firm or FirmMember, the first unknown one of each. */
export interface AdoptValue {
  readonly key: readonly string[];
  readonly firm: string | null;
  readonly member: string | null;
}

/** The first unknown key of each surface, Firm id and FirmMember id. */
export const adoptFirst: AdoptValue = { key: [], firm: null, member: null };

/** `on`, `off`, `key=UUID,firm=ID,member=ID`, or the same as an object; null for off. */
export const adopt = {
  schema: () =>
    z.union([
      z.null(),
      z.union([z.literal(true), z.enum(["on", "true", "1"])]).transform(() => adoptFirst),
      z.union([z.literal(false), z.enum(["off", "false", "0"])]).transform(() => null),
      z.string().transform(readPairs).pipe(adoptedNames()),
      adoptedNames(),
    ]),
  expected:
    "on, off, or what to adopt, such as key=UUID,firm=ID,member=ID. A key is a UUID of version 4 and may be repeated, an id has 1 to 64 characters",
};

function adoptedNames() {
  const key = z.uuidv4().transform((text) => text.toLowerCase());
  const id = z
    .string()
    .regex(/^[^\ud800-\udfff\p{Cc}]{1,64}$/u)
    .nullable()
    .default(null);
  return z.strictObject({
    key: z.union([z.array(key), key.transform((one) => [one])]).default([]),
    firm: id,
    member: id,
  });
}

/** The pairs of a text. A repeated name has several values, which only a key may have. */
function readPairs(text: string): Record<string, unknown> {
  const pairs = text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? { name: pair.trim(), value: "" }
      : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
  });
  const all = Map.groupBy(pairs, ({ name }) => name);
  return Object.fromEntries(
    Array.from(all, ([name, [one, ...others]]): [string, unknown] => [
      name,
      others.length === 0 ? one?.value : [one, ...others].map((pair) => pair?.value),
    ]),
  );
}

/** A value for an error message: the start of each key is enough to find it. */
export function withoutKeys(value: unknown): unknown {
  if (typeof value === "string") {
    const shown = value.replaceAll(/(key\s*=\s*[^,]{4})[^,]+/g, "$1…");
    return replaceKeys(shown, (key) => `${key.slice(0, 4)}…`);
  }
  return typeof value === "object" && value !== null ? Object.keys(value) : value;
}
