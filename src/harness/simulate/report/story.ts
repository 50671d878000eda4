/** Tells the history of a finding, in the order of time. */
import { counted } from "../../../base/values/counted.ts";
import { iso } from "../../../base/values/moment.ts";
import { eventRows } from "../events.ts";
import type { HistoryRun } from "../history/run-history.ts";
import { requestOf } from "../history/same-calls.ts";
import type { Discovery, HappenedEvent, SeenCall, SeenTick } from "../model.ts";
import type { StoryLine } from "./shape.ts";

/** The ticks and calls of a longer story are left out. */
const callsMax = 4;
const ticksMax = 8;
const queryLengthMax = 240;

/** The lines of a story: the tick before the first event, and all until the finding showed. */
export function storyOf(run: HistoryRun, found: Discovery): readonly StoryLine[] {
  const events = run.happened.filter(({ event }) => event.tick <= found.tick);
  const first = Math.min(events[0]?.event.tick ?? found.tick, found.tick);
  const ticks = run.ticks.filter(({ tick }) => tick >= first - 1 && tick <= found.tick);
  const shown = ticks.length > ticksMax ? [...ticks.slice(0, 4), ...ticks.slice(-4)] : ticks;
  return [
    ...shown.flatMap(tickLines),
    ...events.map((one): StoryLine => ({
      at: iso(one.at),
      tick: one.event.tick,
      call: null,
      text: eventText(one),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at) || rankOf(one) - rankOf(other));
}

/** Of one moment, an event precedes the call that it is for. */
function rankOf({ call }: StoryLine): number {
  return call ?? 0;
}

function tickLines({ tick, calls, ok, why, startedAt }: SeenTick): readonly StoryLine[] {
  const lines = calls.slice(0, callsMax).map((call): StoryLine => ({
    at: iso(call.sentAtMs),
    tick,
    call: call.call,
    text: callText(call),
  }));
  const left = calls.length - callsMax;
  const last = calls.at(-1);
  if (left > 0 && last !== undefined) {
    lines.push({ at: iso(last.sentAtMs), tick, call: last.call, text: `… ${left} more calls` });
  }
  if (calls.length === 0) lines.push({ at: iso(startedAt), tick, call: null, text: "no call" });
  if (!ok) {
    lines.push({
      at: iso(last?.sentAtMs ?? startedAt),
      tick,
      call: (last?.call ?? 0) + 1,
      text: `the tick fails: ${why}`,
    });
  }
  return lines;
}

function callText(call: SeenCall): string {
  const request = requestOf(call).replace(/^(\w+) (?:\/v1)?\/firms\/[^/?]+\/leads/, "$1 …/leads");
  const shown = request.length > queryLengthMax ? `${request.slice(0, queryLengthMax)}…` : request;
  const process = call.process === 1 ? "" : "second process: ";
  const records = call.records === null ? "" : `, ${counted(call.records, "Lead")}`;
  return `${process}${shown} → ${call.status === 0 ? "no answer" : call.status}${records}`;
}

/** An event as a sentence without its full stop. */
export function eventText({ event, applied, rules }: HappenedEvent): string {
  const text = eventRows[event.kind].text(event.lead ?? event.id);
  const rule = rules.find((one) => one === `state.${event.kind}`);
  const cited = rule === undefined ? "" : ` (rule ${rule})`;
  return applied ? text + cited : `${text}, without effect`;
}

export function endOfStory({ kind, column, lead, ledger, world, lasting }: Discovery): string {
  const when = lasting ? "4 quiet ticks later" : "After this tick";
  if (kind === "unreadable") return `${when} the ledger is unreadable: ${ledger}.`;
  if (kind === "missing")
    return `${when} the ledger has no row for ${lead}. In the world it is ${world}.`;
  if (kind === "duplicate") return `${when} the ledger has several rows for ${lead}.`;
  if (kind === "ghost") return `${when} the ledger has a row for ${lead}, which does not exist.`;
  const what = column === "state" || column === null ? "" : `${column} `;
  return `${when} the ledger has ${lead} as ${what}${ledger}. In the world it is ${world}.`;
}
