import type { Memory } from "./memory.ts";
import type { Part } from "./part.ts";
import { sha256 } from "./sha256.ts";

/** The random source of one workspace: the same seed gives the same numbers in the same order. */
export interface Random extends Part {
  /** The next number, at least 0 and less than 1. */
  readonly draw: () => number;
  /** A source that goes on from here and leaves this one where it is. */
  readonly fork: () => () => number;
}

/** The source that `memory` has drawn from so far. */
export function newRandom(memory: Memory): Random {
  let { seed } = memory.origin;
  let { draws } = memory;
  return {
    name: "random",
    draw() {
      draws += 1;
      return numberOf(seed, draws);
    },
    fork() {
      let forked = draws;
      return () => {
        forked += 1;
        return numberOf(seed, forked);
      };
    },
    renew(next) {
      ({ seed } = next.origin);
      ({ draws } = next);
    },
    keep: () => ({ draws }),
    inspect: () => ({ seed, draws }),
  };
}

function numberOf(seed: number, index: number): number {
  const hash = sha256(`${seed}/random/${index}`);
  return hash.readUIntBE(0, 6) / 2 ** 48;
}
