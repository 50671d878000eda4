import type { Resettable } from "../resettable.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

/** Counts the calls of the control API, whose ids are made from their numbers. */
export interface CallNumbers extends Resettable {
  readonly next: () => number;
}

/** The numbers after those of `settings`. */
export function newCallNumbers(settings: Pick<WorkspaceSettings, "calls">): CallNumbers {
  let { calls } = settings;
  return {
    name: "calls",
    next() {
      calls += 1;
      return calls;
    },
    renew(next) {
      ({ calls } = next);
    },
    keep: () => ({ calls }),
    inspect: () => calls,
  };
}
