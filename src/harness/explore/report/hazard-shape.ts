import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { hazardKinds } from "../variations/variation.ts";
import { Count } from "./record-shape.ts";

/** Why a hazard is open, the first that applies. */
export const openReasons = [
  "seen",
  "did-not-end",
  "too-busy",
  "no-result",
  "not-reached",
  "left-out",
] as const;
export type OpenReason = (typeof openReasons)[number];

export const ReportedHazard = z
  .object({
    id: z.string().describe("The kind with an operation, a rule or a variation."),
    kind: z.enum(hazardKinds),
    operation: z.string().nullable(),
    rule: z.string().nullable().describe("The rule that the interface leaves open."),
    core: z.boolean().describe("Whether --min-explored core requires it."),
    state: z
      .enum(["tested", "open", "nothing"])
      .describe("nothing: no answer had what the trials would have changed."),
    why: z.enum(openReasons).nullable().describe("Why it is open; null in another state."),
    trials: z.array(z.string()).describe("The ids of the trials that ran."),
    needs: z.string().nullable().describe("The option that would settle it, if an option does."),
  })
  .meta({ id: "Hazard", description: "A kind of trouble at an operation." });
export type ReportedHazard = DeepReadonly<z.infer<typeof ReportedHazard>>;

const HazardCount = z.object({ planned: Count, tested: Count });

/** The part `hazards` of a summary. */
export const HazardCounts = HazardCount.extend({ core: HazardCount });
export type HazardCounts = DeepReadonly<z.infer<typeof HazardCounts>>;

/** `--min-explored`: which hazards must be tested, or how many of them in percent. */
export const MinExplored = z.union([z.enum(["core", "all", "none"]), z.number().min(0).max(100)]);
export type MinExplored = z.infer<typeof MinExplored>;
