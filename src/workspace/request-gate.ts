import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Tracks the requests to the emulated API that are in flight in one workspace. Work that must not overlap with a request,
 * such as a reset, runs exclusively: requests in flight finish first, new ones wait.
 */
export interface RequestGate {
  /** The work that a new request waits for before it enters; null when nothing blocks it. */
  readonly wait: () => Promise<void> | null;
  readonly enter: () => InFlightRequest;
  /**
   * Runs `work` with no request in flight. Requests that wait on purpose are cut off; others have `graceMs` of real
   * time to finish. A request that does not is abandoned: it is notified and must not touch the workspace any more.
   */
  readonly exclusive: <Result>(work: () => Result) => Promise<Result>;
  /**
   * Runs `work`, which reads the workspace in several turns of the event loop. Writers wait for its end (`reading`)
   * and run before the next such work. Requests in flight are not cut off.
   */
  readonly withReadLock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The end of the current reading work. Null when there is none, and the rest of this turn may write. */
  readonly reading: () => Promise<void> | null;
  /** Cuts off requests that wait on purpose and abandons all others at once, because the workspace is closed. */
  readonly end: () => void;
}

export interface InFlightRequest {
  /** Aborts when the request must stop waiting on purpose. */
  readonly signal: AbortSignal;
  /** Whether the workspace went on without this request. */
  readonly isAbandoned: () => boolean;
  /** Calls `listener` once the request is abandoned; never after it has left. */
  readonly onAbandoned: (listener: () => void) => void;
  readonly leave: () => void;
}

const graceMsDefault = 1_000;

/** A gate with no request in flight. */
export function newRequestGate(graceMs = graceMsDefault): RequestGate {
  let generation = newGeneration();
  let queue: Promise<void> | null = null;
  const readings = newReadings(() => queue);
  const abandonAll = (): void => {
    const before = generation;
    generation = newGeneration();
    before.abandon();
  };
  const takeTurn = async <Result>(before: Promise<void> | null, work: () => Result) => {
    await before;
    // No other work begins: it waits for the queue.
    const reading = readings.reading();
    if (reading !== null) await reading;
    await generation.ended(graceMs);
    abandonAll();
    return work();
  };
  return {
    wait: () => queue,
    enter() {
      const own = generation;
      return { ...own.enter(), isAbandoned: () => own !== generation };
    },
    async exclusive(work) {
      const turn = takeTurn(queue, work);
      const settled = ended(turn);
      queue = settled;
      try {
        return await turn;
      } finally {
        if (queue === settled) queue = null;
      }
    },
    ...readings,
    end() {
      generation.cutOff();
      abandonAll();
    },
  };
}

/** Work that reads the workspace in several turns, one at a time; `exclusive` returns the end of exclusive work. */
function newReadings(
  exclusive: () => Promise<void> | null,
): Pick<RequestGate, "reading" | "withReadLock"> {
  let reading: Promise<void> | null = null;
  return {
    reading: () => reading,
    async withReadLock(work) {
      for (let before = exclusive() ?? reading; before !== null; before = exclusive() ?? reading) {
        // oxlint-disable-next-line no-await-in-loop -- another one may have started during the wait
        await before;
        // oxlint-disable-next-line no-await-in-loop -- yields to waiting writers
        await nextTurn();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      reading = promise;
      try {
        // Writers that had nothing to wait for have written by then.
        await nextTurn();
        return await work();
      } finally {
        reading = null;
        resolve();
      }
    },
  };
}

/** Resolves when `work` has ended, successfully or not. */
async function ended(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

/** The requests that entered since the last exclusive work. */
function newGeneration() {
  const listeners = new Map<symbol, () => void>();
  const cutOff = new AbortController();
  const empty = Promise.withResolvers<void>();
  return {
    enter(): Omit<InFlightRequest, "isAbandoned"> {
      const id = Symbol("request");
      listeners.set(id, () => {});
      return {
        signal: cutOff.signal,
        onAbandoned(listener) {
          if (listeners.has(id)) listeners.set(id, listener);
        },
        leave() {
          listeners.delete(id);
          if (cutOff.signal.aborted && listeners.size === 0) empty.resolve();
        },
      };
    },
    cutOff: () => cutOff.abort(),
    abandon() {
      for (const listener of listeners.values()) listener();
    },
    /** Cuts off requests that wait on purpose, and resolves when all have left, after `graceMs` at the latest. */
    async ended(graceMs: number): Promise<void> {
      if (listeners.size === 0) return;
      cutOff.abort();
      const timer = setTimeout(empty.resolve, graceMs);
      await empty.promise;
      clearTimeout(timer);
    },
  };
}
