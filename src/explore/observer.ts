/** Watches the sandbox of one run, and varies what is to be varied in it. */
import type { Answerer, Gate } from "../gates/gate.ts";
import type { Answer } from "../http/answer.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { SandboxWatch } from "../sandbox.ts";
import type { Exchange } from "../workspace/exchange.ts";
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
  /** What the varied calls did and whether it still stands, by workspace. */
  readonly effects: () => ReadonlyMap<string, Effect>;
  /** When the last of the planned calls came; 0 before the first. */
  readonly lastMetAtMs: () => number;
  /** Stops varying: what comes now is answered as ever. */
  readonly stopVarying: () => void;
  /** All that was seen; complete once the sandbox is closed. */
  readonly seen: () => Seen;
}

/** An observer of a run under `trial`, or of a baseline. `nowMs` tells the time since the run began. */
export function newObserver(trial: Trial | null, nowMs: () => number): Observer {
  const log = newRunLog(nowMs);
  const meetings = newMeetings(trial?.variations ?? []);
  let isVarying = true;
  let lastMetAtMs = 0;
  const gate: Gate = async (exchange, next) => {
    if (exchange.rehearsal !== null) return next(exchange);
    const request = await read(exchange);
    const call = log.open(exchange, request.body);
    const meeting = isVarying ? meetings.meet(call.id, exchange, nowMs()) : null;
    if (meeting?.isVariedCall === true) lastMetAtMs = nowMs();
    let madeStatus = 0;
    const close = (answer: Answer | null): void =>
      log.close(call, answer, {
        variation: meeting?.tookEffect() === true ? meeting.variation : null,
        madeStatus,
        rules: exchange.trace.cited().map(({ id }) => id),
      });
    const madeNext: Answerer = async (met) => {
      const answer = await next(met);
      madeStatus = answer.status;
      return answer;
    };
    try {
      const keep: KeepEffect = (probe) =>
        log.keepEffect(call.id.workspace, exchange.workspace, probe);
      const answer = await answered({ exchange, request, next: madeNext, meeting, keep });
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
  readonly exchange: Exchange;
  readonly request: ReadRequest;
  readonly next: Answerer;
  readonly meeting: Meeting | null;
  readonly keep: KeepEffect;
}

/** The answer as it comes, or as the variation that meets the call makes it. */
function answered({ exchange, request, next, meeting, keep }: Answered): Promise<Answer> {
  if (meeting === null) return forward(exchange, request, next);
  const effect = effectOf(exchange);
  return meeting.meet({
    exchange,
    body: request.body,
    async next(change) {
      const answer = await forward(exchange, request, next, change);
      const probe = meeting.isVariedCall ? effect(answer) : null;
      if (probe !== null) keep(probe);
      return answer;
    },
  });
}
