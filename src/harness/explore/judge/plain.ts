import type { Judgement, Verdict } from "../model.ts";

export function plain(verdict: Verdict, reason: string): Judgement {
  return { verdict, alsoSeen: [], records: [], reason };
}
