/** Finds the choices under which a replay agrees best with a recording, and what the recording says about each rule. */
import type { Assumptions } from "../../../domain/rules/trace.ts";
import type { Replay, Replayer } from "../replay/replay.ts";
import { newReplayer } from "../replay/replay.ts";
import type { PreparedRecording } from "../world/prepare.ts";
import type { Rivals } from "./adopt.ts";
import { adoptable } from "./adopt.ts";
import { assumptionsOf, featuresOf, triedAll, triedPairs } from "./candidates.ts";
import type { RuleVerdict } from "./verdicts.ts";
import { verdictsOf } from "./verdicts.ts";

/** Replays under the adopted choices and under each alternative of a choice that they look up. */
export interface Explained {
  readonly assumptions: Assumptions;
  readonly base: Replay;
  readonly verdicts: readonly RuleVerdict[];
  /** Alternatives that explain the same features equally well, so that none is adopted. */
  readonly rivals: readonly Rivals[];
  readonly replays: number;
  readonly isInterrupted: boolean;
}

/** Rounds of adopting; each adopts at least one choice, so that real recordings end long before. */
const roundsMax = 30;

/** Replays a recording until no further choice explains more of it. `onReplay` is called after each replay. */
export async function explained(
  recording: PreparedRecording,
  options: ExplainOptions = {},
): Promise<Explained> {
  const replayer = newReplayer(recording);
  try {
    return await searched(replayer, options);
  } finally {
    replayer.close();
  }
}

export interface ExplainOptions {
  /** Ends the search after the running replay. */
  readonly signal?: AbortSignal;
  /** Called after each replay. */
  readonly onReplay?: () => void;
}

async function searched(
  replayer: Replayer,
  { signal, onReplay = () => {} }: ExplainOptions,
): Promise<Explained> {
  let replays = 0;
  const run = async (assumptions: Assumptions): Promise<Replay> => {
    const done = await replayer.replay(assumptions);
    replays += 1;
    onReplay();
    return done;
  };
  let assumptions: Assumptions = {};
  for (let round = 1; ; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each round starts from the choices of the one before
    const base = await run(assumptions);
    const known = featuresOf(base);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const candidates = await triedAll(base, known, { assumptions, run, signal });
    const alone = adoptable(candidates);
    const pairs =
      alone.adopted.length > 0
        ? []
        : // oxlint-disable-next-line no-await-in-loop -- as above
          await triedPairs(candidates, known, { assumptions, run, signal });
    const { adopted, rivals } = pairs.length === 0 ? alone : adoptable([...candidates, ...pairs]);
    const isInterrupted = signal?.aborted === true;
    if (adopted.length === 0 || round === roundsMax || isInterrupted) {
      const verdicts = verdictsOf(base, known, candidates, assumptions);
      return { assumptions, base, verdicts, rivals, replays, isInterrupted };
    }
    assumptions = { ...assumptions, ...assumptionsOf(adopted) };
  }
}
