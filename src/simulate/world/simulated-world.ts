/** A sandbox whose world changes as a history says. */
import type { Answer } from "../../http/answer.ts";
import type { ListeningSandbox, Sandbox } from "../../server/sandbox.ts";
import { openSandbox } from "../../server/sandbox.ts";
import type { Config } from "../../settings/config.ts";
import type { HappenedEvent, HistoryEvent, SeenCall } from "../model.ts";
import { applyEvent, burstLeads, createdBy, createLead } from "./apply-event.ts";
import type { NamedWorld } from "./apply-event.ts";
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
}

export interface SimulatedWorld {
  readonly sandbox: Sandbox;
  readonly listening: ListeningSandbox;
  readonly time: SimulatedTime;
  readonly stage: Stage;
  readonly truth: Truth;
  /** The events that happened, in order. */
  readonly happened: readonly HappenedEvent[];
  readonly close: () => Promise<void>;
}

/** The time between the creation of two Leads of the start, in milliseconds. */
const leadEveryMs = 600_000;

/** Opens a sandbox with that many Active Leads, created one after another before the start. */
export async function openSimulatedWorld(options: WorldOptions): Promise<SimulatedWorld> {
  const { config, leads, startsAt, every, onTime, onCall } = options;
  const time = newSimulatedTime(startsAt - (leads + 1) * leadEveryMs, onTime);
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
  const watch = {
    systemNow: time.now,
    gate: stage.gate,
    onChoice: (_workspace: string, rule: string) => void lookedUp.add(rule),
  };
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
  createStart(world, time, leads);
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

function createStart(world: NamedWorld, time: SimulatedTime, leads: number): void {
  for (let number = 1; number <= leads; number += 1) {
    time.step(leadEveryMs);
    createLead(world, `lead${number}`);
  }
}

function happen(world: NamedWorld, time: SimulatedTime, event: HistoryEvent): boolean {
  // These are carried out where the call is answered.
  if (["fail", "crash", "overlap"].includes(event.kind)) return true;
  const names = createdBy(event);
  if (names.length === 0) return applyEvent(world, event);
  for (const name of event.kind === "burst" ? names.slice(0, burstLeads) : names.slice(0, 1)) {
    createLead(world, name);
    if (event.kind === "burst") time.step(1);
  }
  return true;
}

/** The Firm of the first Partner key of the sandbox environment, without the people of its fixture. */
function namedWorld(sandbox: Sandbox): NamedWorld {
  const { firms } = sandbox.describe();
  const keys = firms.flatMap(({ id, apiKeys }) => apiKeys.map((key) => ({ ...key, firmId: id })));
  const own = keys.filter(({ environment }) => environment === "sandbox");
  const key = own.find(({ roleType }) => roleType === "Partner") ?? own[0];
  if (key === undefined) throw new FixtureWithoutKey();
  const workspace = sandbox.workspace();
  workspace.transaction(() => {
    const { leads, plans, clientProfiles } = workspace.store();
    leads.clear();
    plans.clear();
    clientProfiles.clear();
  });
  const { firmId, environment } = key;
  return { workspace, firmId, environment, ids: new Map(), patches: new Map() };
}

/** A fixture without a key of the sandbox environment. */
export class FixtureWithoutKey extends Error {
  constructor() {
    super(
      "The fixture has no key of the sandbox environment. Add one to its apiKeys, or use another --fixture.",
    );
  }
}
