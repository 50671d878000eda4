/** Lets the events of a tick happen between its calls, and moves the clock with each answer. */
import type { Answer } from "../../../network/http/answer.ts";
import { NoAnswer } from "../../../network/http/no-answer.ts";
import { faultyAnswer } from "../../../server/gates/faulty-answer.ts";
import type { Gate } from "../../../server/gates/gate.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import { arrivedCall } from "../../traffic/observed.ts";
import { happensToCall, isOfWorld } from "../events.ts";
import type { HistoryEvent, SeenCall } from "../model.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import { answerMs } from "./simulated-time.ts";

export interface StageWorld {
  readonly time: SimulatedTime;
  /** Makes an event happen at the time of the clock. For a `twin`, it creates the first Lead. */
  readonly happen: (event: HistoryEvent) => void;
  /** Creates the second Lead of a `twin`. */
  readonly secondTwin: (event: HistoryEvent) => void;
  /** Called after each call, which may have changed the world. */
  readonly onCall: (call: SeenCall, answer: Answer | null, context: RequestContext) => void;
}

export interface StagedTick {
  readonly run: number;
  readonly tick: number;
  readonly process: number;
  readonly events: readonly HistoryEvent[];
  readonly kill: () => void;
  /** Runs the next tick to its end as a second process. */
  readonly overlap: () => Promise<void>;
}

export interface Stage {
  readonly gate: Gate;
  /** Starts a tick: events of gap 0 happen before `startsAt`, the others between its calls. */
  readonly begin: (tick: StagedTick, startsAt: number) => void;
  /** Ends the tick that began last: events that it did not reach happen now. Returns its calls. */
  readonly end: () => readonly SeenCall[];
  /** Plays a tick without its job: each event happens when it would if every call were answered at once. */
  readonly playAlone: (events: readonly HistoryEvent[], startsAt: number) => void;
}

/** How long before a tick the events of gap 0 begin, in milliseconds. */
const beforeTickMs = 60_000;

/** The events that a tick did not reach yet, and the twin whose first Lead exists. */
interface Waiting {
  readonly left: HistoryEvent[];
  twin: HistoryEvent | null;
}

interface Running extends StagedTick, Waiting {
  arrived: number;
  readonly calls: SeenCall[];
}

/** Creates the stage of one world. `every` is the schedule in milliseconds. */
export function newStage(world: StageWorld, every: number): Stage {
  const running: Running[] = [];
  const { time } = world;
  const start = (tick: Waiting, startsAt: number): void => startTick(world, tick, startsAt, every);
  return {
    async gate(context, next) {
      const tick = running.at(-1);
      if (context.dryRun !== null || tick === undefined) return next(context);
      return answerTickCall(world, tick, context, () => next(context));
    },
    begin(staged, startsAt) {
      const tick = { ...staged, arrived: 0, left: [...staged.events], calls: [], twin: null };
      start(tick, startsAt);
      running.push(tick);
    },
    end() {
      const tick = running.pop();
      if (tick === undefined) throw new Error("No tick is in progress.");
      playLeft(world, tick);
      return tick.calls;
    },
    playAlone(events, startsAt) {
      const tick: Waiting = { left: [...events], twin: null };
      start(tick, startsAt);
      endTwin(world, tick);
      const [from, gaps] = [time.now(), new Set(tick.left.map(({ gap }) => gap))];
      for (const gap of [...gaps].toSorted((one, other) => one - other)) {
        time.goTo(from + (gap - 1) * answerMs);
        pass(world, tick, gap);
        endTwin(world, tick);
      }
    },
  };
}

/** Starts a tick at `startsAt`, after the events of gap 0. */
function startTick(world: StageWorld, tick: Waiting, startsAt: number, every: number): void {
  const { time } = world;
  const events = taken(tick, 0, isOrdinary);
  if (events.length > 0) time.goTo(startsAt - Math.min(beforeTickMs, every / 4));
  for (const event of events) {
    time.step(1);
    world.happen(event);
  }
  time.goTo(startsAt);
  // A twin of gap 0 is younger than the tick, which may therefore fail without a finding.
  if (tick.left.some(({ gap, kind }) => gap === 0 && kind === "twin")) time.step(1);
  beginTwins(world, tick, 0);
}

/** Lets the events happen that a tick did not reach. */
function playLeft(world: StageWorld, tick: Waiting): void {
  endTwin(world, tick);
  const left = tick.left.toSorted((one, other) => one.gap - other.gap);
  for (const event of left.filter((one) => !happensToCall(one))) {
    world.time.step(1);
    world.happen(event);
    if (event.kind === "twin") world.secondTwin(event);
  }
}

/** Answers a call of the tick, or lets an event answer it. */
async function answerTickCall(
  world: StageWorld,
  tick: Running,
  context: RequestContext,
  next: () => Answer | Promise<Answer>,
): Promise<Answer> {
  tick.arrived += 1;
  const call = tick.arrived;
  const events = taken(tick, call - 1, happensToCall);
  for (const event of events) world.happen(event);
  const has = (kind: HistoryEvent["kind"]): boolean => events.some((event) => event.kind === kind);
  const seen = (answer: Answer | null, failed = false): void => {
    const one = { ...seenCall(tick, context, answer), call, failed };
    tick.calls.push(one);
    world.onCall(one, answer, context);
  };
  if (has("crash")) {
    tick.kill();
    seen(null);
    throw new NoAnswer("reset", "An event of the history killed the client.");
  }
  const answer = has("fail") ? unavailable : await next();
  seen(answer, has("fail"));
  pass(world, tick, call);
  const { allowedAt } = context.notes;
  if (allowedAt !== null) world.time.goTo(allowedAt);
  if (has("overlap")) await tick.overlap();
  return answer;
}

const unavailable = faultyAnswer(null, { when: "before", status: 503 });

function seenCall(
  { run, tick, process }: StagedTick,
  context: RequestContext,
  answer: Answer | null,
): Omit<SeenCall, "call" | "failed"> {
  const { now, trace } = context;
  return {
    ...arrivedCall(context, { body: null, requestHeaders: unrecorded, sentAtMs: now }),
    status: answer?.status ?? 0,
    responseHeaders: unrecorded,
    answer: null,
    answeredAtMs: now,
    run,
    tick,
    process,
    records: answer === null ? null : recordsIn(answer),
    rules: trace.cited().map(({ id }) => id),
  };
}

/** A simulation makes too many calls to keep the headers of each. */
const unrecorded: SeenCall["requestHeaders"] = new Map();

/** The records of a list; its envelope has a count. */
function recordsIn({ body }: Answer): number | null {
  const [, count] = /"count":(\d+)/.exec(body?.slice(-200) ?? "") ?? [];
  return count === undefined ? null : Number(count);
}

/** The time after an answer, in which the events of its gap happen. */
function pass(world: StageWorld, tick: Waiting, gap: number): void {
  const { time } = world;
  endTwin(world, tick);
  const from = time.now();
  const events = taken(tick, gap, isOrdinary);
  for (const [at, event] of events.entries()) {
    time.goTo(from + Math.floor((answerMs * (at + 1)) / (events.length + 1)));
    world.happen(event);
  }
  time.goTo(from + answerMs);
  beginTwins(world, tick, gap);
}

/** The first Lead of a twin is as old as the next call. Of several in one gap, only the first spans that call. */
function beginTwins(world: StageWorld, tick: Waiting, gap: number): void {
  for (const event of taken(tick, gap, ({ kind }) => kind === "twin")) {
    world.happen(event);
    if (tick.twin === null) tick.twin = event;
    else world.secondTwin(event);
  }
}

function endTwin(world: StageWorld, tick: Waiting): void {
  if (tick.twin !== null) world.secondTwin(tick.twin);
  tick.twin = null;
}

function isOrdinary({ kind }: HistoryEvent): boolean {
  return kind !== "twin" && isOfWorld({ kind });
}

/** Removes the events of a gap from those that are left, and returns them. */
function taken(
  tick: Waiting,
  gap: number,
  isWanted: (event: HistoryEvent) => boolean,
): readonly HistoryEvent[] {
  const found = tick.left.filter((event) => event.gap === gap && isWanted(event));
  for (const event of found) tick.left.splice(tick.left.indexOf(event), 1);
  return found;
}
