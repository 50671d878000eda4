import { asJson } from "../../../base/values/json.ts";
import type { Fault, FaultableRequest } from "../../../domain/model/fault.ts";
import { faultIsActive, faultMatches } from "../../../domain/model/fault.ts";
import type { Resettable } from "../resettable.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

/**
 * The planned faults of one workspace, tried in the order of planning. The first fault that is active, matches the
 * request and passes its probability applies; at most one does.
 */
export interface Faults extends Resettable {
  /** The number of the next fault; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly plan: (fault: Fault) => void;
  /** Every fault in the order of planning, including used up and expired ones. */
  readonly all: () => readonly Fault[];
  readonly remove: (id: string) => boolean;
  readonly clear: () => void;
  /** The fault for a request at `now`, or null; `draw` decides on probabilities. */
  readonly find: (request: FaultableRequest, now: number, draw: () => number) => Fault | null;
  /** Counts a request that a fault was applied to. */
  readonly count: (id: string) => void;
}

/** The faults in the settings `memory`. */
export function newFaults(settings: WorkspaceSettings): Faults {
  let { faults, faultsPlanned: planned } = settings;
  return {
    name: "faults",
    nextNumber: () => planned + 1,
    plan(fault) {
      planned += 1;
      faults = [...faults, fault];
    },
    all: () => faults,
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    find(request, now, draw) {
      if (faults.length === 0) return null;
      const hit = faults.find(
        (fault) =>
          faultIsActive(fault, now) &&
          faultMatches(fault.match, request) &&
          (fault.probability >= 1 || draw() < fault.probability),
      );
      return hit ?? null;
    },
    count(id) {
      faults = faults.map((fault) =>
        fault.id === id ? { ...fault, hits: fault.hits + 1 } : fault,
      );
    },
    renew(next) {
      ({ faults, faultsPlanned: planned } = next);
    },
    keep: () => ({ faults, faultsPlanned: planned }),
    inspect: () => asJson({ faults, planned }),
  };
}
