/** Selects the variation that applies to a call. */
import type { JsonObject } from "../../../base/values/json.ts";
import type { Answer } from "../../../network/http/answer.ts";
import { isOnKeptConnection } from "../../../network/http/serve.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import { isPlannedCall } from "../identity.ts";
import type { CallId, PlannedVariation } from "../model.ts";
import { newAnnounced } from "./announced.ts";
import { faultOf, runVariationOf, sentenceOf } from "./catalogue.ts";
import type { Fault } from "./faults.ts";
import type { InterceptedRequest, RunVariation } from "./variation.ts";

export interface MatchedVariation {
  readonly variation: string;
  /** Whether this is the planned call of a fault, not a later call that the fault also affects. */
  readonly isVariedCall: boolean;
  /** Whether the client's own call is carried out, so that its effect counts. */
  readonly carriesOut: boolean;
  readonly apply: (request: InterceptedRequest) => Promise<Answer>;
  /** Whether it changed anything. */
  readonly tookEffect: () => boolean;
}

export type MatcherRequest = Pick<RequestContext, "keyText" | "request"> & {
  readonly target: Pick<RequestContext["target"], "query">;
};

export interface VariationMatcher {
  /** The suffix of the run's ids, if a variation sets one. */
  readonly idTail: string | undefined;
  /** Whether a fault is still to come that resets a connection of any age. */
  readonly willReset: () => boolean;
  readonly match: (id: CallId, context: MatcherRequest, nowMs: number) => MatchedVariation | null;
  /** The variation of a workspace, as `GET W/trial` shows it. */
  readonly shown: (trialId: string, workspace: string) => JsonObject | null;
}

/** Prepares the variations of a run; an empty list changes nothing. `next` is the announced interface, if there is one. */
export function newVariationMatcher(
  planned: readonly PlannedVariation[],
  next: NextInterface | null = null,
): VariationMatcher {
  const running = planned.flatMap((one) => {
    const variation = runVariationOf(one);
    return variation === null ? [] : [{ ...variation, operation: one.operation ?? null }];
  });
  const faulty = planned.flatMap((one) => {
    const fault = faultOf(one);
    return fault === null ? [] : [newFaultState(one, fault)];
  });
  const announced = newAnnouncedStates(planned, next);
  const variationOf = (workspace: string): PlannedVariation | undefined =>
    planned.find((one) => one.workspace === null || one.workspace === workspace);
  return {
    idTail: running.find(({ idTail }) => idTail !== undefined)?.idTail,
    willReset: () => faulty.some((state) => state.willReset()),
    match(id, context, nowMs) {
      for (const state of faulty) {
        const matched = state.match(id, context, nowMs);
        if (matched !== null) return matched;
      }
      for (const matchedBy of announced) {
        const matched = matchedBy(id);
        if (matched !== null) return matched;
      }
      const [first] = running;
      if (first === undefined) return null;
      return appliesTo(first, id.operation) ? matchedRun(first) : null;
    },
    shown(trialId, workspace) {
      const one = variationOf(workspace);
      if (one === undefined) return null;
      const { family, variation, call, choices, operation } = one;
      return {
        id: trialId,
        family,
        variation,
        sentence: sentenceOf(one),
        ...(call === null ? {} : { operation: call.operation, subject: call.subject }),
        ...(operation === undefined ? {} : { operation }),
        ...(choices === null ? {} : { choices }),
      };
    },
  };
}

/** Announced changes see every call of their workspace. */
function newAnnouncedStates(
  planned: readonly PlannedVariation[],
  next: NextInterface | null,
): readonly ((id: CallId) => MatchedVariation | null)[] {
  return planned.flatMap((one) => {
    const { announced, variation, workspace } = one;
    if (announced === undefined || next === null) return [];
    const effectAt = newAnnounced(one, announced, next);
    return [
      (id: CallId): MatchedVariation | null =>
        workspace === null || workspace === id.workspace
          ? { variation, isVariedCall: false, carriesOut: true, ...effectAt(id) }
          : null,
    ];
  });
}

/** A violation is one of its operations, or of the planned one only. Evolution shows in the answers of all. */
function appliesTo(
  { family, operation, operations }: RunVariation & { readonly operation: string | null },
  called: string,
): boolean {
  if (operation !== null && operation !== called) return false;
  return family === "evolution" || operations(called);
}

/** Applies a run variation, which sees every call but leaves most calls unchanged. */
function matchedRun({ id, vary }: RunVariation): MatchedVariation {
  let tookEffect = false;
  const onEffect = (): void => {
    tookEffect = true;
  };
  return {
    variation: id,
    isVariedCall: false,
    carriesOut: true,
    apply: (request) => vary({ ...request, onEffect }),
    tookEffect: () => tookEffect,
  };
}

type FaultState = Pick<VariationMatcher, "match" | "willReset">;

function newFaultState(planned: PlannedVariation, fault: Fault): FaultState {
  const { workspace } = planned;
  let hits = 0;
  let started: { readonly atMs: number; readonly keyText: string; readonly query: string } | null =
    null;
  return {
    willReset: () => fault.resets === true && started === null,
    match(id, { keyText, request, target: { query } }, nowMs) {
      if (isPlannedCall(planned, id)) {
        if (fault.needsKeptConnection === true && !isOnKeptConnection(request)) return null;
        started ??= { atMs: nowMs, keyText, query };
        hits += 1;
        return matchedFault(fault, true);
      }
      if (started === null || (workspace !== null && id.workspace !== workspace)) return null;
      const { lastsMs = Infinity, lastsCalls = Infinity } = fault;
      const isLasting = nowMs - started.atMs < lastsMs && hits < lastsCalls;
      const concerns =
        fault.reach === "workspace" ||
        (fault.reach === "key" && keyText === started.keyText) ||
        (id.operation === planned.call?.operation &&
          (fault.reach === "operation" ||
            (fault.reach === "person" && id.subject === planned.call.subject) ||
            (fault.reach === "page" && query === started.query)));
      if (!concerns || !isLasting) return null;
      hits += 1;
      return matchedFault(fault, false);
    },
  };
}

function matchedFault(
  { id, apply, applyLater = apply, carriesOut }: Fault,
  isVariedCall: boolean,
): MatchedVariation {
  return {
    variation: id,
    isVariedCall,
    carriesOut,
    apply: isVariedCall ? apply : applyLater,
    tookEffect: () => true,
  };
}
