import type { Resettable } from "../resettable.ts";
import { sha256 } from "../sha256.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

/** The newest idempotency keys of successful requests (rule http.idempotency-key). */
export interface IdempotencyKeys extends Resettable {
  readonly has: (key: string) => boolean;
  readonly add: (key: string) => void;
  readonly remove: (key: string) => void;
}

const keysMax = 1_000;

/** The keys in the settings `memory`, as hashes. */
export function newIdempotencyKeys(
  settings: Pick<WorkspaceSettings, "idempotencyKeys">,
): IdempotencyKeys {
  let hashes = new Set(settings.idempotencyKeys);
  return {
    name: "idempotency keys",
    has: (key) => hashes.has(hashOf(key)),
    add(key) {
      hashes.add(hashOf(key));
      const [oldest = ""] = hashes;
      if (hashes.size > keysMax) hashes.delete(oldest);
    },
    remove: (key) => void hashes.delete(hashOf(key)),
    renew({ idempotencyKeys }) {
      hashes = new Set(idempotencyKeys);
    },
    keep: () => ({ idempotencyKeys: [...hashes] }),
    inspect: () => [...hashes],
  };
}

function hashOf(key: string): string {
  return sha256(key).toString("base64url");
}
