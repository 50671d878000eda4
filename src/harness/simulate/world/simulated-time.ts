/** The clock of a simulated world: a frozen one that only answers and events move. */
export interface SimulatedTime {
  readonly now: () => number;
  /** Moves to a moment in epoch milliseconds, never back. */
  readonly goTo: (moment: number) => void;
  /** Moves by this many milliseconds. */
  readonly step: (ms: number) => void;
}

/** How far each answer moves the clock, in milliseconds. */
export const answerMs = 200;

/** A clock at `start`; `onMove` gets every later moment. */
export function newSimulatedTime(start: number, onMove: (now: number) => void): SimulatedTime {
  let now = start;
  const goTo = (moment: number): void => {
    if (moment <= now) return;
    now = moment;
    onMove(now);
  };
  return { now: () => now, goTo, step: (ms) => goTo(now + ms) };
}
