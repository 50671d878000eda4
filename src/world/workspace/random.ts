import type { Resettable } from "./resettable.ts";
import { sha256 } from "./sha256.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/** The random source of one workspace: equal seeds give equal sequences. */
export interface Random extends Resettable {
  /** The next number, at least 0 and less than 1. */
  readonly draw: () => number;
  /** A copy that continues from here without advancing this source. */
  readonly fork: () => () => number;
}

/** The source of `settings`: its seed, after the draws that it has made. */
export function newRandom(settings: WorkspaceSettings): Random {
  let { seed } = settings.origin;
  let { draws } = settings;
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
