import type { Json } from "../../../base/values/json.ts";
import type { Answered, Part, Target } from "../target/target.ts";
import type { Probe } from "./probe.ts";

/** A probe of one answer and the evidence in it; `standing` defaults to that of the rule. */
export function ofAnswer(
  rule: Probe["rule"],
  ask: (target: Target) => Promise<Answered>,
  evidence: (target: Target, answered: Answered) => Json,
  { standing, ...conditions }: Omit<Probe, "rule" | "run"> & { readonly standing?: Part } = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      const answered = await ask(target);
      target.saw(answered, evidence(target, answered), standing);
    },
  };
}
