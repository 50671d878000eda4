import type { ApiDocument, ApiOperation } from "./openapi-document.ts";

/** An operation in two documents. */
export interface Pair {
  readonly from: ApiOperation;
  readonly next: ApiOperation;
}

/** The operations of two documents, and those that only one of them has. */
export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly removed: readonly ApiOperation[];
  readonly added: readonly ApiOperation[];
}

/**
 * Pairs operations by method and path (names of parameters and base path apart), then by operationId, then by path where
 * one method is gone and one is new.
 */
export function pairOperations(from: ApiDocument, next: ApiDocument): Pairing {
  const pairs: Pair[] = [];
  let [removed, added] = [from.operations, next.operations];
  const pairBy = (keyOf: (operation: ApiOperation) => string): void => {
    const [ours, theirs] = [removed, added].map((list) => Map.groupBy(list, keyOf));
    const found = [...(ours ?? [])].flatMap(([key, [one, ...others]]) => {
      const [other, ...further] = theirs?.get(key) ?? [];
      const isOnly = others.length === 0 && further.length === 0;
      return one !== undefined && other !== undefined && isOnly ? [{ from: one, next: other }] : [];
    });
    pairs.push(...found);
    const paired = new Set(found.flatMap((pair) => [pair.from, pair.next]));
    removed = removed.filter((operation) => !paired.has(operation));
    added = added.filter((operation) => !paired.has(operation));
  };
  pairBy((operation) => `${operation.method} ${pathForm(operation.path)}`);
  pairBy(({ id }) => id);
  pairBy(({ path }) => pathForm(path));
  return { pairs, removed, added };
}

/** A path without the names of its parameters. */
export function pathForm(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}
