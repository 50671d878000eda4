import type { Sandbox } from "../../../server/sandbox/sandbox.ts";

type Kept = Pick<ReturnType<Sandbox["workspaces"]>[number], "id" | "origin" | "keys">;

/**
 * Sentences about keys in the data folder that requests do not reach. A proxy looks for those of another shard elsewhere,
 * and of two files with one key only the first counts.
 */
export function unreachedKeys(
  workspaces: readonly Kept[],
  { data, shard }: { readonly data: string; readonly shard: string | null },
): readonly string[] {
  return [...ofOtherShards(workspaces, { data, shard }), ...heldTwice(workspaces, data)];
}

function ofOtherShards(
  workspaces: readonly Kept[],
  { data, shard }: { readonly data: string; readonly shard: string | null },
): readonly string[] {
  const others = workspaces.filter((one) => isElsewhere(one, shard));
  const shards = [...new Set(others.map((one) => shardName(one.origin().shard ?? null)))];
  if (shards.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const named = `${ids.slice(0, shownMax).join(", ")}${ids.length > shownMax ? ", …" : ""}`;
  return [
    `${data} has workspaces of ${shards.join(" and ")} (${named}), but this sandbox has ${shardName(shard)}. ` +
      "A proxy in front of the shards does not find their keys here. Start it with another folder, or with the shard of these workspaces.",
  ];
}

const shownMax = 3;

/** The well-known keys of the default workspace belong to no shard. */
function isElsewhere({ id, origin }: Kept, shard: string | null): boolean {
  const own = origin().shard ?? null;
  return own !== shard && !(id === "default" && own === null);
}

function shardName(shard: string | null): string {
  return shard === null ? "no shard" : `shard ${shard}`;
}

/** One sentence for each pair of files; requests reach the workspace that was read first. */
function heldTwice(workspaces: readonly Kept[], data: string): readonly string[] {
  const holders = new Map<string, string>();
  const pairs = new Map<string, { readonly first: string; readonly second: string }>();
  for (const { id, keys } of workspaces) {
    for (const { key } of keys()) {
      const first = holders.get(key) ?? id;
      holders.set(key, first);
      if (first !== id) pairs.set(`${first} ${id}`, { first, second: id });
    }
  }
  return Array.from(
    pairs.values(),
    ({ first, second }) =>
      `${first}.sqlite and ${second}.sqlite in ${data} hold the same keys, whose requests reach the workspace ${first} only. Drop one of the two, or remove its file.`,
  );
}
