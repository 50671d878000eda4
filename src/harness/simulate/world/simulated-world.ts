/** A sandbox whose world changes as a history says. */
import type { Answer } from "../../../network/http/answer.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { RunSandbox } from "../../runs/client.ts";
import type { HappenedEvent, HistoryEvent, SeenCall } from "../model.ts";
import { createdBy, createLead } from "./apply-event.ts";
import { createStart, happen, namedWorld, startMs } from "./named-world.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import { newSimulatedTime } from "./simulated-time.ts";
import type { Stage } from "./stage.ts";
import { newStage } from "./stage.ts";
import type { Truth } from "./truth.ts";
import { followTruth } from "./truth.ts";

/** How a simulated world begins, and what follows it. */
export interface WorldOptions {
  /** The number of Active Leads at the start. */
  readonly leads: number;
  /** The first moment of the first tick, in epoch milliseconds. */
  readonly startsAt: number;
  readonly every: number;
  /** Called with every later time of the clock. */
  readonly onTime: (now: number) => void;
  /** Called with every call of a tick; may throw to reject it. */
  readonly onCall: (call: SeenCall, answer: Answer | null) => void;
}

export interface SimulatedWorld {
  readonly time: SimulatedTime;
  readonly stage: Stage;
  readonly truth: Truth;
  readonly happened: readonly HappenedEvent[];
}

/** The world of a sandbox with that many Active Leads, created one after another before the start. */
export function newSimulatedWorld(
  options: WorldOptions,
): Pick<RunSandbox<SimulatedWorld>, "watch" | "prepare"> {
  const { leads, startsAt, onTime } = options;
  const time = newSimulatedTime(startsAt - startMs(leads), onTime);
  const lookedUp = new Set<string>();
  let world: SimulatedWorld | null = null;
  return {
    watch: {
      systemNow: time.now,
      gate: (context, next) => (world === null ? next(context) : world.stage.gate(context, next)),
      onChoice: (_workspace, rule) => void lookedUp.add(rule),
    },
    prepare(sandbox) {
      world = begin(sandbox, time, lookedUp, options);
      return world;
    },
  };
}

/** Creates the start. `lookedUp` are the rules whose choice the present event looked up. */
function begin(
  sandbox: Sandbox,
  time: SimulatedTime,
  lookedUp: Set<string>,
  { leads, startsAt, every, onCall }: WorldOptions,
): SimulatedWorld {
  const world = namedWorld(sandbox);
  const names = new Map<string, string>();
  const truth = followTruth(sandbox.workspace(), world.firmId, (id) => {
    if (names.size < world.ids.size) for (const [name, own] of world.ids) names.set(own, name);
    return names.get(id) ?? null;
  });
  const happened: HappenedEvent[] = [];
  const play = (event: HistoryEvent, work: () => boolean | void, isFirst = true): void => {
    lookedUp.clear();
    const at = time.now();
    const applied = work() !== false;
    truth.note(event.id);
    if (isFirst) happened.push({ event, at, rules: [...lookedUp], applied });
  };
  const stage = newStage(
    {
      time,
      happen: (event) => play(event, () => happen(world, time, event)),
      secondTwin: (event) => play(event, () => createLead(world, createdBy(event)[1] ?? ""), false),
      onCall(call, answer) {
        truth.note(null);
        onCall(call, answer);
      },
    },
    every,
  );
  createStart(world, time, { leads, startsAt });
  truth.note(null);
  return { time, stage, truth, happened };
}
