import type { Judgement, Verdict } from "../model.ts";

/** A judgement without records. */
export function plain(verdict: Verdict, reason: string): Judgement {
  return { verdict, alsoSeen: [], records: [], reason };
}
