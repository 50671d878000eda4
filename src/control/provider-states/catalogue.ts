import { distance } from "fastest-levenshtein";

import { deletedStates } from "./deleted.ts";
import { directoryStates } from "./directory.ts";
import { keyStates } from "./keys.ts";
import { leadStates } from "./leads.ts";
import { planStates } from "./plans.ts";
import { situationStates } from "./situations.ts";
import type { ProviderState } from "./state.ts";

/** Every provider state that the sandbox can bring about. */
export const providerStates: readonly ProviderState[] = [
  ...directoryStates,
  ...leadStates,
  ...planStates,
  ...deletedStates,
  ...keyStates,
  ...situationStates,
];

/** The state of that name, whatever its case. */
export function findProviderState(name: string): ProviderState | null {
  const wanted = name.trim().toLowerCase();
  return providerStates.find((state) => state.name.toLowerCase() === wanted) ?? null;
}

/** The names that are nearest to `name`, the nearest first. */
export function nearestStates(name: string, count = 3): readonly string[] {
  const wanted = name.trim().toLowerCase();
  return providerStates
    .map((state) => state.name)
    .toSorted(
      (one, other) => distance(one.toLowerCase(), wanted) - distance(other.toLowerCase(), wanted),
    )
    .slice(0, count);
}
