/** Divides the variations of an exploration among machines. */
import { callKey } from "../identity.ts";
import type { ObservedCall, PlannedVariation } from "../model.ts";

/** A machine's part of several, such as part 1 of 3. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

export const allShards: Shard = { part: 1, of: 1 };

/**
 * The variations of one family in `planned` that belong to a shard. Names decide, as each machine sees parallel calls in
 * another order. Every shard varies each call and each test, unless there are fewer variations than shards.
 */
export function inShard(
  planned: readonly PlannedVariation[],
  calls: readonly Pick<ObservedCall, "id">[],
  { part, of }: Shard,
): readonly PlannedVariation[] {
  const variations = numbered(planned.map(({ variation }) => variation));
  const operations = numbered(calls.map(({ id }) => id.operation));
  const byWorkspace = new Map(
    [...Map.groupBy(calls, ({ id }) => id.workspace)].map(([workspace, made]) => [
      workspace,
      numbered(made.map(({ id }) => callKey(id))),
    ]),
  );
  return planned.filter(({ variation, call, operation = "" }) => {
    const places = call === null ? operations : byWorkspace.get(call.workspace);
    const place = places?.get(call === null ? operation : callKey(call)) ?? 0;
    return (place + (variations.get(variation) ?? 0)) % of === part - 1;
  });
}

function numbered(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].toSorted().map((name, at) => [name, at]));
}
