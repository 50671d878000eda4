/** Watches the output of a command for keys, as it streams: only its end is kept. */
import { holdsKey, writtenKeyLengthMax } from "../../domain/hiding/written-keys.ts";
import type { KeyInOutput, OutputSeen } from "./run.ts";

type Stream = KeyInOutput["stream"];

export interface OutputWatch {
  /** Takes a part of the output of a process of the run, counted from 1. */
  readonly add: (chunk: Buffer, stream: Stream, process: number) => void;
  readonly seen: () => OutputSeen;
}

/** Watches for the keys for which `isKey` is true; whole ones, also percent- or Base64-encoded. */
export function watchOutput(isKey: (key: string) => boolean): OutputWatch {
  let bytes = 0;
  const found: KeyInOutput[] = [];
  const ends = new Map<string, string>();
  return {
    add(chunk, stream, process) {
      bytes += chunk.length;
      if (found.some((one) => one.stream === stream && one.process === process)) return;
      const place = `${process} ${stream}`;
      // A key can be cut in two by the end of a chunk.
      const text = (ends.get(place) ?? "") + chunk.toString("latin1");
      if (holdsKey(text, isKey)) found.push({ process, stream });
      ends.set(place, text.slice(-writtenKeyLengthMax));
    },
    seen: () => ({ bytes, keys: found }),
  };
}
