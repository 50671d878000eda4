import type { Json } from "../domain/json.ts";
import type { Memory } from "./memory.ts";

/**
 * One of the things that a workspace holds in memory beside its rows. The list of a workspace's parts is the
 * registry of everything that a reset, a restored snapshot and a replaced state take along.
 */
export interface Part {
  readonly name: string;
  /** Begins again from what `memory` remembers; the rest is forgotten. */
  readonly renew: (memory: Memory) => void;
  /** What of this part is to be remembered with the rows. */
  readonly keep: () => Partial<Memory>;
  /** All that it holds now. */
  readonly inspect: () => Json;
}
