/** Controls the load, which runs in a separate process on its own core. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { pinned } from "../cores.ts";
import type { Sent } from "../sent.ts";

export interface Job {
  readonly port: number;
  /** Sent in rotation or at random. */
  readonly requests: readonly Sent[];
  readonly connections: number;
  readonly isRandom?: boolean;
  /** Whether only the last request of each rotation counts. */
  readonly countsLast?: boolean;
  /** The job ends after this many seconds or requests, whichever comes first. */
  readonly seconds?: number;
  readonly requestsMax?: number;
}

export interface LoadResult {
  /** The number of responses that count. */
  readonly answers: number;
  readonly seconds: number;
  readonly medianMs: number;
}

export interface Load {
  /** Runs a job. Fails after a response with a status other than 2xx or 3xx. */
  readonly run: (job: Job) => Promise<LoadResult>;
  readonly close: () => Promise<void>;
}

/** Starts the load process. */
export function startLoad(): Load {
  const file = join(import.meta.dirname, "process.ts");
  const [command, ...args] = pinned([process.execPath, file], "load");
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit");
  return {
    async run(job) {
      const answer = Promise.race([once(child, "message"), ended]);
      child.send(job);
      const [message]: readonly (LoadResult | string)[] = await answer;
      if (typeof message === "object") return message;
      throw new Error(message);
    },
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
