import { clearTimeout, setTimeout } from "../../../base/values/native-timers.ts";

/**
 * Tracks the requests to the emulated API that are in flight in one workspace. Work that must not overlap with a request,
 * such as a reset, runs exclusively: requests in flight finish first, new ones wait.
 */
export interface RequestGate {
  /** The work that a new request waits for before it enters; null when nothing blocks it. */
  readonly wait: () => Promise<void> | null;
  /** A request that arrives now. */
  readonly enter: () => InFlightRequest;
  /**
   * Runs `work` with no request in flight. Requests that wait on purpose are cut off; others have `graceMs` of real
   * time to finish. A request that does not is abandoned: it is notified and must not touch the workspace any more.
   */
  readonly exclusive: <Result>(work: () => Result) => Promise<Result>;
  /** Cuts off requests that wait on purpose and abandons all others at once, because the workspace is closed. */
  readonly end: () => void;
}

export interface InFlightRequest {
  /** Aborts when the request must stop waiting on purpose. */
  readonly signal: AbortSignal;
  /** Whether the workspace went on without this request. */
  isAbandoned(): boolean;
  /**
   * Keeps exclusive work waiting from now until the request leaves. `onAbandoned` is called once if it is abandoned
   * before. A request that is answered at once needs neither, since nothing else runs meanwhile.
   */
  stay(onAbandoned: () => void): void;
  leave(): void;
}

const graceMsDefault = 1_000;

/** A gate with no request in flight. */
export function newRequestGate(graceMs = graceMsDefault): RequestGate {
  let generation = new Generation();
  let queue: Promise<void> | null = null;
  const abandonAll = (): void => {
    const before = generation;
    generation = new Generation();
    before.abandon();
  };
  const takeTurn = async <Result>(before: Promise<void> | null, work: () => Result) => {
    await before;
    await generation.ended(graceMs);
    abandonAll();
    return work();
  };
  return {
    wait: () => queue,
    enter: () => new Entry(generation),
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
    end() {
      generation.cutOff();
      abandonAll();
    },
  };
}

/** Resolves when `work` has ended, successfully or not. */
async function ended(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

/** The requests since the last exclusive work. */
class Generation {
  readonly #staying = new Map<Entry, () => void>();
  readonly #cutOff = new AbortController();
  readonly #empty = Promise.withResolvers<void>();
  #isAbandoned = false;

  get signal(): AbortSignal {
    return this.#cutOff.signal;
  }

  isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  stay(entry: Entry, onAbandoned: () => void): void {
    this.#staying.set(entry, onAbandoned);
  }

  leave(entry: Entry): void {
    this.#staying.delete(entry);
    if (this.signal.aborted && this.#staying.size === 0) this.#empty.resolve();
  }

  cutOff(): void {
    this.#cutOff.abort();
  }

  abandon(): void {
    this.#isAbandoned = true;
    for (const onAbandoned of this.#staying.values()) onAbandoned();
  }

  /** Cuts off requests that wait on purpose, and resolves when all have left, after `graceMs` at the latest. */
  async ended(graceMs: number): Promise<void> {
    if (this.#staying.size === 0) return;
    this.cutOff();
    const timer = setTimeout(this.#empty.resolve, graceMs);
    await this.#empty.promise;
    clearTimeout(timer);
  }
}

/** A class, as each request has one: closures take more memory. */
class Entry implements InFlightRequest {
  readonly #generation: Generation;

  constructor(generation: Generation) {
    this.#generation = generation;
  }

  get signal(): AbortSignal {
    return this.#generation.signal;
  }

  isAbandoned(): boolean {
    return this.#generation.isAbandoned();
  }

  stay(onAbandoned: () => void): void {
    this.#generation.stay(this, onAbandoned);
  }

  leave(): void {
    this.#generation.leave(this);
  }
}
