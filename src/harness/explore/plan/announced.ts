/** Plans the trials of announced changes: one for each change that would have changed a call of the baseline. */
import { edgeChoices } from "../../next/edge/edge-context.ts";
import type { Edge, EdgeChoices } from "../../next/edge/edge.ts";
import {
  isCarriedOut,
  isOfLists,
  isPossible,
  isRefusalOnly,
  newEdge,
  openChoices,
  touches,
} from "../../next/edge/edge.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import type { Announced, ObservedCall, CallId, Observation, PlannedVariation } from "../model.ts";
import { asAtEdge, refusalOf, togetherId } from "../variations/announced.ts";
import { isReadCall } from "./hazards.ts";

/** How many Leads the runs of changes of lists add. */
export const moreLeads = 130;

/** The planned variations, by the run that they are compared with. */
export interface AnnouncedPlan {
  /** The ids of the changes that would have changed a call, or can be provoked. */
  readonly touched: readonly string[];
  /** Compared with the baseline. */
  readonly plain: readonly PlannedVariation[];
  /** Compared with a run that has the same refusal. */
  readonly provoked: readonly PlannedVariation[];
  /** Compared with a run that has as many Leads, where the plain trial shows nothing. */
  readonly lists: readonly PlannedVariation[];
  /** All definite changes; null without any. */
  readonly together: PlannedVariation | null;
}

interface Planning {
  readonly next: NextInterface;
  /** The choices in force, by rule. */
  readonly assumptions: Readonly<Record<string, string>>;
}

/** Plans the trials of `next` for the calls of a baseline. */
export function planAnnounced(
  { calls }: Pick<Observation, "calls">,
  { next, assumptions }: Planning,
): AnnouncedPlan {
  const choices = edgeChoices(assumptions);
  const carried = next.changes.filter(isCarriedOut);
  const judged = carried.map((change) => {
    const edge = newEdge(next, [change], choices);
    const isTouched = calls.some((call) => isTouchedBy(edge, call));
    const refusal = isRefusalOnly(change) ? provokedAt(edge, calls) : null;
    return { change, edge, isTouched, refusal };
  });
  const plain = judged.filter(({ isTouched }) => isTouched);
  const provoked = judged.flatMap(({ change, refusal }) =>
    refusal === null
      ? []
      : [planned(change.id, { changes: [change], choices, refusal: refusal.status }, refusal.call)],
  );
  // A replay has no document: what that says about an unknown field is a choice there.
  const choicesIn = (edge: Edge): EdgeChoices => ({
    ...choices,
    unknownField: calls.some((call) => edge.request(asAtEdge(call).sent).kind === "refuse")
      ? "refused"
      : "dropped",
  });
  const definite = judged.filter(({ change }) => !isPossible(change));
  const isAnyTouched = definite.some(({ isTouched, refusal }) => isTouched || refusal !== null);
  const changes = definite.map(({ change }) => change);
  return {
    touched: judged
      .filter(({ isTouched, refusal }) => isTouched || refusal !== null)
      .map(({ change }) => change.id),
    plain: plain.flatMap(({ change, edge }) =>
      [
        choicesIn(edge),
        ...openChoices(next, change).map((name) => ({ ...choices, [name]: others[choices[name]] })),
      ].map((chosen) => planned(change.id, { changes: [change], choices: chosen })),
    ),
    provoked,
    lists: plain
      .filter(({ change }) => isOfLists(change))
      .map(({ change, edge }) =>
        planned(change.id, { changes: [change], choices: choicesIn(edge), moreLeads }),
      ),
    together: isAnyTouched
      ? planned(togetherId, { changes, choices: choicesIn(newEdge(next, changes, choices)) })
      : null,
  };
}

export function withMoreLeads(one: PlannedVariation): PlannedVariation {
  const { announced } = one;
  return announced === undefined ? one : { ...one, announced: { ...announced, moreLeads } };
}

/** The run without a change that `one` is compared with, in the same world. */
export function referenceOf({ call, salt, announced }: PlannedVariation): PlannedVariation {
  const { choices, refusal = null, moreLeads: more = 0 } = announced ?? {};
  const own = choices ?? edgeChoices({});
  const unchanged = { changes: [], choices: own, refusal, moreLeads: more };
  return { ...planned("unchanged", unchanged, call), ...(salt === undefined ? {} : { salt }) };
}

function planned(
  variation: string,
  {
    changes,
    choices,
    refusal = null,
    moreLeads: more = 0,
  }: Pick<Announced, "changes" | "choices"> & Partial<Announced>,
  call: CallId | null = null,
): PlannedVariation {
  const announced = { changes, choices, moreLeads: more, refusal };
  return { family: "next", variation, workspace: null, call, choices: null, announced };
}

const others = { refused: "dropped", dropped: "refused", clamped: "refused" } as const;

function isTouchedBy(edge: Edge, call: ObservedCall): boolean {
  const { sent, answer } = asAtEdge(call);
  return touches(edge, sent, answer);
}

interface Provoked {
  readonly call: CallId;
  readonly status: 409 | 422;
}

/** The first write of a record whose refusal the change concerns. */
function provokedAt(edge: Edge, calls: readonly ObservedCall[]): Provoked | null {
  const writes = calls
    .filter((call) => !isReadCall(call) && call.body !== null && call.status < 300)
    .filter(({ id, status }) => id.subject !== null && status >= 200)
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  for (const call of writes) {
    for (const status of [422, 409] as const) {
      const { headers, body } = refusalOf(status, call.id.operation);
      const answer = { status, headers: new Map(Object.entries(headers)), body };
      if (edge.answer(asAtEdge(call).sent, answer).met.length > 0) return { call: call.id, status };
    }
  }
  return null;
}
