/** A sandbox whose world changes as a history says. */
import type { Answer } from "../../../network/http/answer.ts";
import type { FailureListener } from "../../../server/gates/failure.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { HappenedEvent, HistoryEvent, SeenCall } from "../model.ts";
import { createdBy, createLead } from "./apply-event.ts";
import { createStart, happen, namedWorld, startMs } from "./named-world.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import { newSimulatedTime } from "./simulated-time.ts";
import type { Stage } from "./stage.ts";
import { newStage } from "./stage.ts";
import type { Truth } from "./truth.ts";
import { followTruth } from "./truth.ts";

/** How to open a simulated world. */
export interface WorldOptions {
  readonly config: Config;
  readonly worlds: readonly unknown[];
  /** The number of Active Leads at the start. */
  readonly leads: number;
  /** The first moment of the first tick, in epoch milliseconds. */
  readonly startsAt: number;
  readonly every: number;
  /** Called with every later time of the clock. */
  readonly onTime: (now: number) => void;
  /** Called with every call of a tick; may throw to reject it. */
  readonly onCall: (call: SeenCall, answer: Answer | null) => void;
  /** Called with each 500 of the sandbox itself. */
  readonly onFailure: FailureListener;
}

export interface SimulatedWorld {
  readonly sandbox: Sandbox;
  readonly listening: ListeningSandbox;
  readonly time: SimulatedTime;
  readonly stage: Stage;
  readonly truth: Truth;
  readonly happened: readonly HappenedEvent[];
  readonly close: () => Promise<void>;
}

/** Opens a sandbox with that many Active Leads, created one after another before the start. */
export async function openSimulatedWorld(options: WorldOptions): Promise<SimulatedWorld> {
  const { config, leads, startsAt, every, onTime, onCall, onFailure } = options;
  const time = newSimulatedTime(startsAt - startMs(leads), onTime);
  let lookedUp = new Set<string>();
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
  const onChoice = (_workspace: string, rule: string): void => void lookedUp.add(rule);
  const watch = { systemNow: time.now, gate: stage.gate, onChoice, onFailure };
  const sandbox = openSandbox(config, watch, options.worlds);
  const happened: HappenedEvent[] = [];
  const play = (event: HistoryEvent, work: () => boolean | void, isFirst = true): void => {
    lookedUp = new Set();
    const at = time.now();
    const applied = work() !== false;
    truth.note(event.id);
    if (isFirst) happened.push({ event, at, rules: [...lookedUp], applied });
  };
  const world = namedWorld(sandbox);
  const names = new Map<string, string>();
  const truth = followTruth(sandbox.workspace(), world.firmId, (id) => {
    if (names.size < world.ids.size) for (const [name, own] of world.ids) names.set(own, name);
    return names.get(id) ?? null;
  });
  createStart(world, time, { leads, startsAt });
  truth.note(null);
  try {
    const listening = await sandbox.listen();
    const close = async (): Promise<void> => {
      await listening.close();
      sandbox.close();
    };
    return { sandbox, listening, time, stage, truth, happened, close };
  } catch (error) {
    sandbox.close();
    throw error;
  }
}
