import { callKey, callName, isBestEffort } from "../identity.ts";
import type { PlannedVariation } from "../model.ts";
import { rulesOf, sentenceOf } from "../variations/catalogue.ts";
import type { ReportedVariation } from "./shape.ts";

const prefixes = {
  faults: "fault",
  unknowns: "unknown",
  evolution: "evolution",
  violations: "violation",
  rough: "rough",
  next: "next",
} as const;

/** The reported id of a variation, such as `fault:reset-after`. */
export function variationId({ family, variation }: PlannedVariation): string {
  return `${prefixes[family]}:${variation}`;
}

export function variationOf(planned: PlannedVariation): ReportedVariation {
  const { family, workspace, call, choices, operation } = planned;
  return {
    variation: {
      id: variationId(planned),
      family,
      callId: call === null ? null : callKey(call),
      ...(operation === undefined ? {} : { operation }),
      rules: rulesOf(planned),
      choice: choices,
    },
    sentence: sentenceOf(planned),
    workspace,
    call: call === null ? null : { ...call, name: callName(call), bestEffort: isBestEffort(call) },
  };
}
