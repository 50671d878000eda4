import type { Fault, FaultableRequest } from "../domain/fault.ts";
import { faultIsActive, faultMatches } from "../domain/fault.ts";
import { asJson } from "../domain/json.ts";
import type { Resettable } from "./resettable.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";

/**
 * The faults that are planned in one workspace. They are tried in the order they were planned: the first
 * that is active, fits the request and is not passed over by its probability meets it, and no other does.
 */
export interface Faults extends Resettable {
  /** The number of the next fault; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly plan: (fault: Fault) => void;
  /** Every fault in the order of planning, used up and expired ones too. */
  readonly all: () => readonly Fault[];
  readonly remove: (id: string) => boolean;
  readonly clear: () => void;
  /** The fault that meets a request at `now`, or null; `draw` decides on probabilities. */
  readonly find: (request: FaultableRequest, now: number, draw: () => number) => Fault | null;
  /** Counts one request that a fault was applied to. */
  readonly count: (id: string) => void;
}

/** The faults that `memory` remembers. */
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
