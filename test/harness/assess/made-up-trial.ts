import type { Judged } from "../../../src/harness/explore/exploration.ts";
import { observation, planned } from "../explore/made-up.ts";

/** A tolerated 503 with its run, with `given` over the defaults. */
export function judged(given: Partial<Judged> = {}): Judged {
  return {
    trial: "trial-1",
    facts: {
      exitCode: 0,
      durationMs: 1,
      calls: 1,
      fired: true,
      timedOut: false,
      machine: "calm",
      tests: new Map(),
    },
    planned: planned("503"),
    observation: observation(),
    verdict: "tolerated",
    alsoSeen: [],
    records: [],
    reason: "",
    ...given,
  };
}
