/** Keeps the end of an output. */
export interface OutputTail {
  readonly add: (chunk: Buffer) => void;
  readonly text: () => string;
}

/** Starts to keep the last bytes of an output, at most so many. */
export function newOutputTail(bytesMax: number): OutputTail {
  let kept = Buffer.alloc(0);
  return {
    add(chunk) {
      kept = Buffer.concat([kept, chunk]).subarray(-bytesMax);
    },
    text: () => kept.toString("utf8"),
  };
}
