import type { Json } from "../../../base/values/json.ts";
import { performance } from "../../../base/values/native-timers.ts";
import type { FaultFields } from "../../../domain/model/fault.ts";

/** A request held by a planned fault. `since` is the workspace's time in epoch milliseconds. */
export interface HeldRequest {
  readonly requestId: string;
  readonly faultId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operationId: string | null;
  readonly apiKeyId: string | null;
  readonly since: number;
}

/** The outcome of a held request. */
export type Release =
  | { readonly action: "continue" }
  | {
      readonly action: "refuse";
      readonly status?: number;
      readonly message?: string;
      readonly fields?: FaultFields;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly action: "answer";
      readonly status?: number;
      readonly body?: Json;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** No answer: the server stops. */
  | { readonly action: "cut" };

/**
 * The requests of one workspace that planned faults hold, in the order of arrival. They are in flight: exclusive work
 * in the workspace cuts them off like the others (`gate.ts`).
 */
export interface HeldRequests {
  /** Calls `onRelease` once the request is released. Returns a function that cancels the hold. */
  readonly hold: (request: HeldRequest, onRelease: (release: Release) => void) => () => void;
  /** Whether `heldMax` are held. */
  readonly isFull: () => boolean;
  /** The held requests of a fault, each with the milliseconds of real time since it came. */
  readonly of: (faultId: string) => readonly (HeldRequest & { readonly heldMs: number })[];
  /** Releases the requests of a fault, or only `requestId`; returns their ids. */
  readonly release: (faultId: string, release: Release, requestId?: string) => readonly string[];
  /** Ends all holds without an answer. */
  readonly cutAll: () => void;
}

/** Maximum number of held requests in a workspace: each keeps a connection open. */
export const heldMax = 100;

interface Hold {
  readonly request: HeldRequest;
  readonly from: number;
  readonly onRelease: (release: Release) => void;
}

export function newHeldRequests(): HeldRequests {
  const holds = new Set<Hold>();
  const letGo = (chosen: readonly Hold[], release: Release): readonly string[] => {
    for (const hold of chosen) {
      holds.delete(hold);
      hold.onRelease(release);
    }
    return chosen.map(({ request }) => request.requestId);
  };
  const ofFault = (faultId: string): readonly Hold[] =>
    [...holds].filter(({ request }) => request.faultId === faultId);
  return {
    hold(request, onRelease) {
      const hold = { request, from: performance.now(), onRelease };
      holds.add(hold);
      return () => holds.delete(hold);
    },
    isFull: () => holds.size >= heldMax,
    of: (faultId) =>
      ofFault(faultId).map(({ request, from }) => ({
        ...request,
        heldMs: Math.round(performance.now() - from),
      })),
    release: (faultId, release, requestId) =>
      letGo(
        ofFault(faultId).filter(
          ({ request }) => requestId === undefined || request.requestId === requestId,
        ),
        release,
      ),
    cutAll: () => void letGo([...holds], { action: "cut" }),
  };
}
