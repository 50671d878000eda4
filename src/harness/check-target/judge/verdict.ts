/** The verdict on one rule, and on each of its parts. */
import type { Json } from "../../../base/values/json.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { partNames } from "../../../domain/rules/parts.ts";
import type { Evidence, Part } from "../target/target.ts";

/** One answer: the request, the sandbox's evidence and the service's evidence. */
export interface ComparedEvidence extends Evidence {
  readonly expected: Json;
}

/** A part of a rule without an answer, and why. */
export interface NotAsked {
  readonly part: string;
  readonly reason: string;
}

/** The parts of a rule that the service answered for, and the rest. The denied ones are among those asked. */
export interface PartVerdicts {
  readonly asked: readonly string[];
  readonly denied: readonly string[];
  readonly notAsked: readonly NotAsked[];
}

/**
 * `confirmed` if all parts of the rule were asked and hold, `partly-confirmed` if only some were. `denied` with a
 * choice: the service follows that alternative instead of the default. Without a choice, it matches no alternative.
 */
export interface Verdict {
  readonly rule: RuleId;
  readonly verdict: "confirmed" | "partly-confirmed" | "denied" | "unknown";
  readonly parts: PartVerdicts;
  /** What a denial contradicts: the interface, the public documentation or an assumption; null without a denial. */
  readonly denies: Part | null;
  /** The alternative that the service follows; null if the rule has none or none matches. */
  readonly choice: string | null;
  readonly reason: string;
  /** All evidence; for a denial, only the differences. */
  readonly evidence: readonly ComparedEvidence[];
}

/** An unknown verdict with its reason, which is also that of each part without one of its own. */
export function unjudged(
  rule: RuleId,
  reason: string,
  { notAsked = [], evidence = [] }: Partial<Pick<Verdict, "evidence"> & PartVerdicts> = {},
): Verdict {
  const parts = partNames(rule).map(
    (part) => notAsked.find((one) => one.part === part) ?? { part, reason },
  );
  const none = { verdict: "unknown", denies: null, choice: null } as const;
  return { rule, ...none, parts: { asked: [], denied: [], notAsked: parts }, reason, evidence };
}
