import type { Json } from "../../../base/values/json.ts";
import type { Store } from "../../store/store.ts";
import { sha256 } from "../sha256.ts";

/**
 * The newest idempotency keys of successful requests, or the answers that were kept for them (rule
 * http.idempotency-key). They are rows of the store, so each is kept or lost together with what its request wrote.
 */
export interface IdempotencyKeys {
  readonly has: (key: string) => boolean;
  /** Keeps a key, as part of the open transaction. */
  readonly add: (key: string) => void;
  /** The JSON of the answer that was kept for a key; null for none. */
  readonly find: (key: string) => string | null;
  /** Keeps an answer, as part of the open transaction, and drops the oldest beyond 1,000 and 16 MiB. */
  readonly keep: (key: string, answer: Json) => void;
  /** The requests in flight by their keys; each promise resolves at its end. */
  readonly inFlight: Map<string, Promise<void>>;
}

const keysMax = 1_000;
const answerBytesMax = 16 * 1024 * 1024;

/** One setting for each key, named after its hash, which is also its value. */
const keyPrefix = "idempotency key ";
const answerPrefix = "idempotent answer ";

export function newIdempotencyKeys(store: () => Pick<Store, "settings">): IdempotencyKeys {
  return {
    has: (key) => store().settings.text(keyPrefix + hashOf(key)) !== null,
    add: (key) => addHashes(store(), [hashOf(key)]),
    find: (key) => store().settings.text(answerPrefix + hashOf(key)),
    keep(key, answer) {
      store().settings.write(answerPrefix + hashOf(key), answer);
      dropOldAnswers(store());
    },
    inFlight: new Map(),
  };
}

/** Keeps keys by their hashes, and drops the oldest beyond 1,000. */
export function addHashes({ settings }: Pick<Store, "settings">, hashes: readonly string[]): void {
  for (const hash of hashes) settings.write(keyPrefix + hash, hash);
  for (const hash of settings.texts(keyPrefix).slice(0, -keysMax)) {
    settings.remove(keyPrefix + String(JSON.parse(hash)));
  }
}

function dropOldAnswers({ settings }: Pick<Store, "settings">): void {
  let [count, bytes] = [0, 0];
  for (const answer of settings.sizes(answerPrefix).toReversed()) {
    count += 1;
    bytes += answer.bytes;
    if (count > keysMax || bytes > answerBytesMax) settings.remove(answer.name);
  }
}

/** A short text that stands for a longer one, or for bytes. */
export function hashOf(key: string | Buffer): string {
  return sha256(key).toString("base64url");
}
