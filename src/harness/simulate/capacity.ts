/** How many requests the job needs, as a function of the number of Leads. */
import { burstPerMinute, hourMs } from "../../domain/model/quota.ts";
import type { HistoryRun } from "./history/run-history.ts";
import type { Script } from "./history/script.ts";
import { end, quiet } from "./history/script.ts";

/** The numbers of Leads that are measured. */
export const measuredLeads = [25, 100, 400] as const;
/** The quotas that are reported, in requests an hour. */
const shownQuotas = [100, 200, 500] as const;

/** The calls of a quiet tick with a number of Leads. */
export interface Measured {
  readonly leads: number;
  readonly calls: number;
}

export interface Capacity {
  readonly measured: readonly Measured[];
  /** The most Leads whose calls fit into each quota; null if they never use it up. */
  readonly leadsAt: Readonly<Record<string, number | null>>;
  /** The same for the requests of one minute. */
  readonly burstLeadsAt: Readonly<Record<string, number | null>>;
}

const ticksMax = 4;

/** Runs until two ticks in a row made the same calls, at most four. */
export const capacityScript: Script = ({ tick, isIdle }) =>
  isIdle || tick >= ticksMax ? end : quiet;

/** The calls of the last tick of a run. */
export function quietCalls({ ticks }: Pick<HistoryRun, "ticks">): number {
  return ticks.at(-1)?.calls.length ?? 0;
}

/** The most ticks in any hour of a schedule. */
export function ticksPerHour(every: number): number {
  return Math.max(1, Math.ceil(hourMs / every));
}

/** The capacity of a job that runs every so many milliseconds. */
export function capacityOf(measured: readonly Measured[], every: number): Capacity {
  const perHour = ticksPerHour(every);
  const at = (callsMax: (quota: number) => number): Record<string, number | null> =>
    Object.fromEntries(
      shownQuotas.map((quota) => [String(quota), leadsWithin(measured, callsMax(quota))]),
    );
  return {
    measured,
    leadsAt: at((quota) => Math.floor(quota / perHour)),
    burstLeadsAt: at(burstPerMinute),
  };
}

/**
 * The most Leads for which a tick makes at most `callsMax` calls, by a line through the measured points that goes on as
 * the last two do.
 */
function leadsWithin(measured: readonly Measured[], callsMax: number): number | null {
  const [first] = measured;
  if (first === undefined) return null;
  const zero = { leads: 0, calls: Math.min(first.calls, base(measured)) };
  const points = [zero, ...measured];
  let within: number | null = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    if (to.calls <= callsMax) within = to.leads;
    else return Math.max(within ?? 0, crossing(from, to, callsMax));
  }
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined || last.calls <= before.calls) return null;
  return crossing(before, last, callsMax);
}

/** The calls without any Lead, by a line through the first two points. */
function base(measured: readonly Measured[]): number {
  const [one, two] = measured;
  if (one === undefined || two === undefined || one.leads === two.leads) return one?.calls ?? 0;
  const slope = (two.calls - one.calls) / (two.leads - one.leads);
  return Math.max(0, one.calls - slope * one.leads);
}

function crossing(from: Measured, to: Measured, calls: number): number {
  if (to.calls === from.calls) return to.leads;
  const slope = (to.leads - from.leads) / (to.calls - from.calls);
  return Math.max(0, Math.floor(from.leads + (calls - from.calls) * slope + 1e-9));
}
