/** Shows progress: one changing line on a terminal, a line for each step elsewhere. */
export interface ProgressLine<Progress> {
  readonly show: (progress: Progress) => void;
  /** Clears the line of a terminal. */
  readonly end: () => void;
}

/** How progress is shown; `step` is null where there is nothing new to say. */
interface Shown<Progress> {
  readonly changing: (progress: Progress) => string;
  readonly step: (progress: Progress) => string | null;
}

const clear = "\r\u001B[K";

/** Starts to show progress on `stream`. */
export function newProgressLine<Progress>(
  stream: NodeJS.WriteStream,
  isSilent: boolean,
  { changing, step }: Shown<Progress>,
): ProgressLine<Progress> {
  if (isSilent) return { show: () => {}, end: () => {} };
  return {
    show(progress) {
      const text = stream.isTTY ? clear + changing(progress) : step(progress);
      if (text !== null) stream.write(stream.isTTY ? text : `${text}\n`);
    },
    end() {
      if (stream.isTTY) stream.write(clear);
    },
  };
}
