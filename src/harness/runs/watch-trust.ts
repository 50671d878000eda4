/** Watches what a client does about a certificate that it cannot know, and ends it when that is clear. */
import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";
import type { Gate } from "../../server/gates/gate.ts";

/** Clients repeat a refused handshake like a lost connection, some for a minute. */
const refusalsMax = 3;
const usualMoreMs = 5_000;

export interface TrustWatch {
  /** A connection was closed because of the certificate. */
  readonly refused: () => void;
  /** A gate that ends the client at its first call with a key. */
  readonly gate: (next: Gate) => Gate;
  /** The number of refusals; no timer is left. */
  readonly end: () => number;
}

/** `kill` is called at the first call with a key, or `moreMs` after the third refusal. */
export function watchTrust(kill: () => void, moreMs = usualMoreMs): TrustWatch {
  let refusals = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    refused() {
      refusals += 1;
      if (refusals === refusalsMax) timer = setTimeout(kill, moreMs);
    },
    gate: (gate) => async (context, next) => {
      try {
        return await gate(context, next);
      } finally {
        if (context.keyText !== "") kill();
      }
    },
    end() {
      clearTimeout(timer);
      return refusals;
    },
  };
}
