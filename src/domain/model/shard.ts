/**
 * The number of one of several sandboxes behind one address: two lower-case hexadecimal digits. Ids of workspaces and
 * API keys begin with it, so that a proxy with a plain table finds the sandbox of any request.
 */

/** The shard that a workspace id names: `01` for `01-ws-1`, null for an id without one. */
export function shardOfId(id: string): string | null {
  return /^([0-9a-f]{2})-/.exec(id)?.[1] ?? null;
}

/** The workspace id in a shard; the same id if it names the shard already. */
export function idInShard(id: string, shard: string | undefined): string {
  return shard === undefined || shardOfId(id) === shard ? id : `${shard}-${id}`;
}

/** The shard that a key begins with. */
export function shardOfKey(key: string): string {
  return key.slice(0, 2).toLowerCase();
}

/** Whether a key can be a key of the shard; any can without one. */
export function isKeyOf(key: string, shard: string | undefined): boolean {
  return shard === undefined || shardOfKey(key) === shard;
}
