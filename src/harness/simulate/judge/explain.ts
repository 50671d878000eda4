/** Explains a difference that lasted too long: the event behind it, and whether the client read the row. */
import type { JsonObject } from "../../../base/values/json.ts";
import type { Discovery, Discrepancy, HappenedEvent, SeenCall, SeenTick } from "../model.ts";
import type { Truth } from "../world/truth.ts";
import { causeOf, ticksMax } from "./cause.ts";
import { newReads } from "./reads.ts";

/** When a difference showed. */
export interface Shown {
  /** The tick after which it showed. */
  readonly tick: number;
  readonly lasting: boolean;
  /** The tick after which the record was right for the last time; null if it never was. */
  readonly rightAfter: number | null;
}

export interface Explainer {
  readonly note: (call: SeenCall, records: readonly JsonObject[]) => void;
  readonly explain: (found: Discrepancy, shown: Shown) => Discovery;
}

/** `happened` and `ticks` grow with the history. */
export function newExplainer(
  truth: Truth,
  happened: readonly HappenedEvent[],
  ticks: readonly SeenTick[],
): Explainer {
  const reads = newReads(truth);
  const tickOf = (event: string | null): number =>
    happened.find((one) => one.event.id === event)?.event.tick ?? 0;
  return {
    note: reads.note,
    explain(found, { tick, lasting, rightAfter }) {
      const from = ticks.findLast((one) => one.tick <= tick - ticksMax)?.tick ?? 0;
      const heldAfter =
        rightAfter !== null && rightAfter >= tickOf(found.event) ? rightAfter : null;
      // A row that the ledger had is wrong since a later change of its Lead, if there is one.
      const versions = truth.leads().find(({ name }) => name === found.lead)?.versions ?? [];
      const later =
        heldAfter === null ? undefined : versions.find(({ event }) => tickOf(event) > heldAfter);
      const event = later?.event ?? found.event;
      return {
        ...found,
        tick,
        lasting,
        ...causeOf(found, { from, tick }, happened),
        read: reads.of({ ...found, event }, lasting ? Number.POSITIVE_INFINITY : tick),
        heldAfter: later === undefined ? heldAfter : null,
      };
    },
  };
}
