/** All goals. Each is a row of the report. */
import { exploreGoals } from "./goals/explore.ts";
import { feltGoals } from "./goals/felt.ts";
import { scaleGoals } from "./goals/scale.ts";
import { throughputGoals } from "./goals/throughput.ts";
import type { Goal } from "./judging.ts";

export const goals: readonly Goal[] = [
  ...feltGoals,
  ...throughputGoals,
  ...scaleGoals,
  ...exploreGoals,
];
