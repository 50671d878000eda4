/** Controls the load, which runs in a separate process on its own core. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { pinned } from "../cores.ts";
import type { Sent } from "../sent.ts";
import { LoadResult } from "./job.ts";
import type { Job } from "./job.ts";

/** The default options of a job. */
const usual = {
  isRandom: false,
  countsLast: false,
  warmUpSeconds: 0,
  seconds: 600,
  requestsMax: Number.MAX_SAFE_INTEGER,
};

export interface Load {
  /** Runs a job and returns its result. Request numbers continue from job to job. */
  readonly run: (
    port: number,
    requests: readonly Sent[],
    job: Pick<Job, "connections"> & Partial<Pick<Job, keyof typeof usual>>,
  ) => Promise<LoadResult>;
  readonly close: () => Promise<void>;
}

/** Starts the load process. */
export function startLoad(): Load {
  const file = fileURLToPath(new URL("process.ts", import.meta.url));
  const [command, ...args] = pinned([process.execPath, file], "load");
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit");
  let firstNumber = 1;
  return {
    async run(port, requests, job) {
      const answer = Promise.race([once(child, "message"), ended.then(fails)]);
      child.send({ ...usual, ...job, port, requests, firstNumber });
      const [message]: readonly unknown[] = await answer;
      const result = LoadResult.parse(message);
      firstNumber = result.nextNumber;
      return result;
    },
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function fails(): never {
  throw new Error("The load process ended.");
}
