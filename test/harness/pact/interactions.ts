import { accessInteractions } from "./access-interactions.ts";
import { inputInteractions } from "./input-interactions.ts";
import type { Interaction } from "./interaction.ts";
import { leadInteractions } from "./lead-interactions.ts";
import { listInteractions } from "./list-interactions.ts";
import { resourceInteractions } from "./resource-interactions.ts";

/** Every interaction of the reference client. Each has a unique description. */
export const interactions: readonly Interaction[] = [
  ...leadInteractions,
  ...listInteractions,
  ...resourceInteractions,
  ...accessInteractions,
  ...inputInteractions,
];
