import type { Store } from "../../store/store.ts";
import { sha256 } from "../sha256.ts";

/**
 * The newest idempotency keys of successful requests (rule http.idempotency-key). They are rows of the store, so each is
 * kept or lost together with what its request wrote.
 */
export interface IdempotencyKeys {
  readonly has: (key: string) => boolean;
  /** Keeps a key, as part of the open transaction. */
  readonly add: (key: string) => void;
}

const keysMax = 1_000;

/** One setting for each key, named after its hash, which is also its value. */
const keyPrefix = "idempotency key ";

/** The keys in that store. */
export function newIdempotencyKeys(store: () => Pick<Store, "settings">): IdempotencyKeys {
  return {
    has: (key) => store().settings.text(keyPrefix + hashOf(key)) !== null,
    add: (key) => addHashes(store(), [hashOf(key)]),
  };
}

/** Keeps keys by their hashes, and drops the oldest beyond 1,000. */
export function addHashes({ settings }: Pick<Store, "settings">, hashes: readonly string[]): void {
  for (const hash of hashes) settings.write(keyPrefix + hash, hash);
  for (const hash of settings.texts(keyPrefix).slice(0, -keysMax)) {
    settings.remove(keyPrefix + String(JSON.parse(hash)));
  }
}

function hashOf(key: string): string {
  return sha256(key).toString("base64url");
}
