/** Observes the sandbox of one run, and applies the run's variations. */
import type { Answer } from "../../../network/http/answer.ts";
import { NoAnswer } from "../../../network/http/no-answer.ts";
import type { Answerer, Gate } from "../../../server/gates/gate.ts";
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import type { Effect, Trial } from "../model.ts";
import type { MatchedVariation } from "../variations/matcher.ts";
import { newVariationMatcher } from "../variations/matcher.ts";
import type { RunHooks } from "../variations/variation.ts";
import { effectOf } from "./effects.ts";
import type { ReadRequest } from "./forward.ts";
import { forward, read } from "./forward.ts";
import type { SandboxObservation } from "./run-log.ts";
import { newRunLog } from "./run-log.ts";

export interface Observer {
  readonly watch: SandboxWatch & { readonly gate: Gate };
  /** The effects of the varied calls, by workspace. */
  readonly effects: () => ReadonlyMap<string, Effect>;
  /** The arrival time of the latest planned call; 0 before the first. */
  readonly lastVariedAtMs: () => number;
  /** Whether the answer to an arriving call keeps the connection open. */
  readonly keepsConnection: () => boolean;
  /** Notes the calls that the client is waiting for when its time is over. */
  readonly timeIsOver: () => void;
  /** The command runs once more: its calls get normal answers and a number of their own. */
  readonly nextRun: () => void;
  /** Resolves once the calls of a closed sandbox have ended: the server notices late that a client is gone. */
  readonly settled: () => Promise<void>;
  /** Everything observed; complete once the calls have ended. */
  readonly seen: () => SandboxObservation;
}

/**
 * Creates an observer of a run with `trial`, or of a baseline. `nowMs` returns the time since the run began; `next` is the
 * interface that its trial announces.
 */
// oxlint-disable-next-line max-lines-per-function -- the parts share the state of one run
export function newObserver(
  trial: Trial | null,
  nowMs: () => number,
  hooks: RunHooks = noHooks,
  next: NextInterface | null = null,
): Observer {
  let runs = 1;
  const log = newRunLog(nowMs, () => runs);
  const matcher = newVariationMatcher(trial?.variations ?? [], next);
  let isVarying = true;
  let lastVariedAtMs = 0;
  const { gate, settled } = tracked(async (context, answerIt) => {
    if (context.dryRun !== null) return answerIt(context);
    const request = await read(context);
    const call = log.open(context, request.body);
    const matched = isVarying ? matcher.match(call.id, context, nowMs()) : null;
    if (matched?.isVariedCall === true) lastVariedAtMs = nowMs();
    let serverStatus = 0;
    const close = (answer: Answer | "reset" | "hang"): void =>
      log.close(call, answer, {
        variation: matched?.tookEffect() === true ? matched.variation : null,
        serverStatus,
        rules: context.trace.cited().map(({ id }) => id),
      });
    const recordedNext: Answerer = async (met) => {
      const answer = await answerIt(met);
      serverStatus = answer.status;
      return answer;
    };
    try {
      const keep: KeepEffect = (probe) =>
        log.keepEffect(call.id.workspace, context.workspace, probe);
      const { subject } = call.id;
      const answer = await answerObserved(
        { context, request, next: recordedNext, matched, keep, subject },
        hooks,
      );
      close(answer);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) close(error.how);
      throw error;
    }
  });
  return {
    watch: {
      gate,
      ...log.watch,
      ...(matcher.idTail === undefined ? {} : { idTail: matcher.idTail }),
      trialOf: (workspace) => matcher.shown(trial?.id ?? "", log.nameOf(workspace)),
    },
    effects: log.effects,
    lastVariedAtMs: () => lastVariedAtMs,
    keepsConnection: () => !isVarying || !matcher.willReset(),
    timeIsOver: log.noteOpenCalls,
    nextRun() {
      isVarying = false;
      runs += 1;
    },
    settled,
    seen: log.seen,
  };
}

/** A gate that knows which of its calls are under way. */
function tracked(gate: Gate): { readonly gate: Gate; readonly settled: () => Promise<void> } {
  const running = new Set<Promise<Answer>>();
  return {
    async gate(context, next) {
      const answering = Promise.resolve(gate(context, next));
      running.add(answering);
      try {
        return await answering;
      } finally {
        running.delete(answering);
      }
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}

const noHooks: RunHooks = { kill: () => {}, renewKey: async () => null, others: () => {} };

type KeepEffect = (probe: () => Effect) => void;

interface Answered {
  readonly context: RequestContext;
  readonly request: ReadRequest;
  readonly next: Answerer;
  readonly matched: MatchedVariation | null;
  readonly keep: KeepEffect;
  readonly subject: string | null;
}

/** Forwards the call, or lets the variation of `matched` handle it. */
function answerObserved(
  { context, request, next, matched, keep, subject }: Answered,
  hooks: RunHooks,
): Promise<Answer> {
  if (matched === null) return forward(request, next);
  const effect = effectOf(context);
  return matched.apply({
    context,
    body: request.body,
    subject,
    hooks,
    async next(change) {
      const answer = await forward(request, next, change);
      const probe = matched.isVariedCall && matched.carriesOut ? effect(answer) : null;
      if (probe !== null) keep(probe);
      return answer;
    },
  });
}
