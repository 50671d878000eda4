/** A FIFO list of increasing epoch milliseconds at 8 bytes each; it grows by doubling. */
export interface RingBuffer {
  readonly length: () => number;
  /** The time at `index`, 0 being the oldest. */
  readonly at: (index: number) => number;
  readonly push: (time: number) => void;
  readonly dropFirst: () => void;
  readonly removeAt: (index: number) => void;
  /** How many times are at or before `moment`. */
  readonly countUpTo: (moment: number) => number;
}

/** A ring that starts with `times`, oldest first. */
export function newRingBuffer(times: readonly number[]): RingBuffer {
  let ring = new Float64Array(powerOfTwo(Math.max(16, times.length)));
  ring.set(times);
  let start = 0;
  let length = times.length;
  const slot = (index: number): number => (start + index) & (ring.length - 1);
  const at = (index: number): number => ring[slot(index)] ?? 0;
  const grow = (): void => {
    const next = new Float64Array(ring.length * 2);
    for (let index = 0; index < length; index += 1) next[index] = at(index);
    ring = next;
    start = 0;
  };
  return {
    length: () => length,
    at,
    push(time) {
      if (length === ring.length) grow();
      ring[slot(length)] = time;
      length += 1;
    },
    dropFirst() {
      start = slot(1);
      length -= 1;
    },
    removeAt(index) {
      for (let next = index + 1; next < length; next += 1) ring[slot(next - 1)] = at(next);
      length -= 1;
    },
    countUpTo: (moment) => countUpTo(moment, length, at),
  };
}

function countUpTo(moment: number, length: number, at: (index: number) => number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(atLeast));
}
