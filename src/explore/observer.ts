/** Observes the sandbox of one run, and applies the run's variations. */
import type { Answerer, Gate } from "../gates/gate.ts";
import type { Answer } from "../http/answer.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { SandboxWatch } from "../sandbox.ts";
import type { RequestContext } from "../workspace/request-context.ts";
import { effectOf } from "./effects.ts";
import type { ReadRequest } from "./forward.ts";
import { forward, read } from "./forward.ts";
import type { Effect, Trial } from "./model.ts";
import type { Seen } from "./run-log.ts";
import { newRunLog } from "./run-log.ts";
import type { Meeting } from "./variations/meeting.ts";
import { newMeetings } from "./variations/meeting.ts";

export interface Observer {
  readonly watch: SandboxWatch;
  /** The effects of the varied calls, by workspace. */
  readonly effects: () => ReadonlyMap<string, Effect>;
  /** The arrival time of the latest planned call; 0 before the first. */
  readonly lastMetAtMs: () => number;
  /** Stops varying: later calls get normal answers. */
  readonly stopVarying: () => void;
  /** Everything observed; complete once the sandbox is closed. */
  readonly seen: () => Seen;
}

/** Creates an observer of a run with `trial`, or of a baseline. `nowMs` returns the time since the run began. */
export function newObserver(trial: Trial | null, nowMs: () => number): Observer {
  const log = newRunLog(nowMs);
  const meetings = newMeetings(trial?.variations ?? []);
  let isVarying = true;
  let lastMetAtMs = 0;
  const gate: Gate = async (context, next) => {
    if (context.dryRun !== null) return next(context);
    const request = await read(context);
    const call = log.open(context, request.body);
    const meeting = isVarying ? meetings.meet(call.id, context, nowMs()) : null;
    if (meeting?.isVariedCall === true) lastMetAtMs = nowMs();
    let madeStatus = 0;
    const close = (answer: Answer | null): void =>
      log.close(call, answer, {
        variation: meeting?.tookEffect() === true ? meeting.variation : null,
        madeStatus,
        rules: context.trace.cited().map(({ id }) => id),
      });
    const madeNext: Answerer = async (met) => {
      const answer = await next(met);
      madeStatus = answer.status;
      return answer;
    };
    try {
      const keep: KeepEffect = (probe) =>
        log.keepEffect(call.id.workspace, context.workspace, probe);
      const answer = await answered({ context, request, next: madeNext, meeting, keep });
      close(answer);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) close(null);
      throw error;
    }
  };
  return {
    watch: {
      gate,
      ...log.watch,
      ...(meetings.idTail === undefined ? {} : { idTail: meetings.idTail }),
      trialOf: (workspace) => meetings.shown(trial?.id ?? "", log.nameOf(workspace)),
    },
    effects: log.effects,
    lastMetAtMs: () => lastMetAtMs,
    stopVarying() {
      isVarying = false;
    },
    seen: log.seen,
  };
}

type KeepEffect = (probe: () => Effect) => void;

interface Answered {
  readonly context: RequestContext;
  readonly request: ReadRequest;
  readonly next: Answerer;
  readonly meeting: Meeting | null;
  readonly keep: KeepEffect;
}

/** Forwards the call, or lets the variation of `meeting` handle it. */
function answered({ context, request, next, meeting, keep }: Answered): Promise<Answer> {
  if (meeting === null) return forward(context, request, next);
  const effect = effectOf(context);
  return meeting.meet({
    context,
    body: request.body,
    async next(change) {
      const answer = await forward(context, request, next, change);
      const probe = meeting.isVariedCall ? effect(answer) : null;
      if (probe !== null) keep(probe);
      return answer;
    },
  });
}
