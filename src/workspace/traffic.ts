/**
 * The requests to the emulated API that are under way in one workspace. What must not meet one half way, such
 * as a reset, asks to be alone: those under way end first, those that come meanwhile wait.
 */
export interface Traffic {
  /** What a new request has to wait for before it enters, or null when nothing is in its way. */
  readonly hold: () => Promise<void> | null;
  readonly enter: () => Visit;
  /**
   * Runs `work` with no request under way. Those that wait on purpose are cut off, others have `graceMs` of
   * real time to end; one that does not is overrun: it is told so and must not touch the workspace any more.
   */
  readonly alone: <Result>(work: () => Result) => Promise<Result>;
  /** Cuts off those that wait on purpose and overruns all others at once: the workspace is put away. */
  readonly end: () => void;
}

/** One request under way. */
export interface Visit {
  /** Aborted when the request must not wait on purpose any longer. */
  readonly signal: AbortSignal;
  /** Whether the workspace went on without this request. */
  readonly isOverrun: () => boolean;
  /** Calls `tell` once that is so; never after the request has left. */
  readonly onOverrun: (tell: () => void) => void;
  readonly leave: () => void;
}

const graceMsDefault = 1_000;

/** No request is under way. */
export function newTraffic(graceMs = graceMsDefault): Traffic {
  let visits = newVisits();
  let queue: Promise<void> | null = null;
  const goOn = (): void => {
    const before = visits;
    visits = newVisits();
    before.overrun();
  };
  const takeTurn = async <Result>(before: Promise<void> | null, work: () => Result) => {
    await before;
    await visits.ended(graceMs);
    goOn();
    return work();
  };
  return {
    hold: () => queue,
    enter() {
      const here = visits;
      return { ...here.enter(), isOverrun: () => here !== visits };
    },
    async alone(work) {
      const turn = takeTurn(queue, work);
      const settled = ended(turn);
      queue = settled;
      try {
        return await turn;
      } finally {
        if (queue === settled) queue = null;
      }
    },
    end() {
      visits.hurry();
      goOn();
    },
  };
}

/** The end of `work`, however it ended. */
async function ended(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

/** The requests that entered since the last one was alone. */
function newVisits() {
  const under = new Map<symbol, () => void>();
  const hurry = new AbortController();
  const empty = Promise.withResolvers<void>();
  return {
    enter(): Omit<Visit, "isOverrun"> {
      const visit = Symbol("visit");
      under.set(visit, () => {});
      return {
        signal: hurry.signal,
        onOverrun(tell) {
          if (under.has(visit)) under.set(visit, tell);
        },
        leave() {
          under.delete(visit);
          if (hurry.signal.aborted && under.size === 0) empty.resolve();
        },
      };
    },
    hurry: () => hurry.abort(),
    overrun() {
      for (const tell of under.values()) tell();
    },
    /** Cuts waiting ones off, and resolves when all have left, after `graceMs` at the latest. */
    async ended(graceMs: number): Promise<void> {
      if (under.size === 0) return;
      hurry.abort();
      const timer = setTimeout(empty.resolve, graceMs);
      await empty.promise;
      clearTimeout(timer);
    },
  };
}
