import type { JsonObject } from "../../base/values/json.ts";

/**
 * The new name of each renamed member: the one that `renamedFrom` names, else where only one that is gone and only one
 * that is new have the same schema.
 */
export function renamedPairs(
  gone: ReadonlyMap<string, JsonObject>,
  fresh: ReadonlyMap<string, JsonObject>,
  by: {
    readonly identities: readonly [(schema: JsonObject) => number, (schema: JsonObject) => number];
    readonly renamedFrom: (name: string, schema: JsonObject) => string | null;
  },
): ReadonlyMap<string, string> {
  const named = [...fresh].flatMap(([name, schema]) => {
    const before = by.renamedFrom(name, schema);
    return before !== null && gone.has(before) ? [[before, name] as const] : [];
  });
  const known = new Set(named.flat());
  const [identityOf, nextIdentityOf] = by.identities;
  const ours = Map.groupBy(gone, ([name, schema]) => (known.has(name) ? -1 : identityOf(schema)));
  const theirs = Map.groupBy(fresh, ([name, schema]) =>
    known.has(name) ? -1 : nextIdentityOf(schema),
  );
  const equal = [...ours].flatMap(([identity, [one, ...others]]) => {
    const [other, ...further] = identity === -1 ? [] : (theirs.get(identity) ?? []);
    const isOnly = others.length === 0 && further.length === 0;
    return isOnly && one !== undefined && other !== undefined ? [[one[0], other[0]] as const] : [];
  });
  return new Map([...named, ...equal]);
}
