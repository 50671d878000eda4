/** Validates bodies by JSON Schemas from outside, in a thread: no schema holds the event loop (docs/decisions/0023). */
import { Worker } from "node:worker_threads";

import { NoAnswer } from "../../../network/http/no-answer.ts";
import { threadFile } from "./thread-file.ts";
import type { SchemaBudget, SchemaTask, SchemaVerdict } from "./verdict.ts";
import { idleMessage } from "./verdict.ts";

/** Who wants a verdict: owners take turns, and a request that is gone by its turn gets none. */
export interface SchemaAsker {
  readonly owner: object;
  readonly isGone: () => boolean;
}

/** The verdict on a body; null if too many bodies of that owner are waiting for theirs. */
export type SchemaCheck = (asker: SchemaAsker, task: SchemaTask) => Promise<SchemaVerdict | null>;

/** Maximum characters of one owner's waiting tasks. A single one may be longer. */
const waitingMax = 16 * 1024 * 1024;

/** The largest ordinary schemas that are accepted take a fourth of it. */
const defaultBudget: SchemaBudget = {
  compileMs: 2_000,
  validateMs: 500,
  memoryMb: 512,
  idleMs: 10_000,
};

interface Job extends Pick<SchemaAsker, "isGone"> {
  readonly task: SchemaTask;
  readonly resolve: (verdict: SchemaVerdict) => void;
  readonly reject: (error: Error) => void;
}

interface Queue {
  readonly jobs: Job[];
  characters: number;
}

/**
 * A check with one thread, which starts with the first task and ends when there has been none for a while. Owners take
 * turns, so that one with many costly tasks delays each task of another one by a single task.
 */
export function newSchemaCheck(budget: SchemaBudget = defaultBudget): SchemaCheck {
  const queues = new Map<object, Queue>();
  const thread = newThread(budget);
  let isRunning = false;
  const runNext = async (): Promise<void> => {
    const [next] = queues;
    if (isRunning || next === undefined) return;
    const [owner, queue] = next;
    const job = queue.jobs.shift();
    if (job === undefined) return;
    queue.characters -= lengthOf(job.task);
    isRunning = true;
    try {
      if (job.isGone()) throw new NoAnswer("reset", "It was gone before its body was validated.");
      job.resolve(await thread.run(job.task));
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isRunning = false;
      // To the end of the line: a Map keeps the order of insertion.
      queues.delete(owner);
      if (queue.jobs.length > 0) queues.set(owner, queue);
      void runNext();
    }
  };
  return async ({ owner, isGone }, task) => {
    const queue = queues.get(owner) ?? { jobs: [], characters: 0 };
    if (queue.jobs.length > 0 && queue.characters + lengthOf(task) > waitingMax) return null;
    const { promise, resolve, reject } = Promise.withResolvers<SchemaVerdict>();
    queue.jobs.push({ task, isGone, resolve, reject });
    queue.characters += lengthOf(task);
    queues.set(owner, queue);
    void runNext();
    return promise;
  };
}

function lengthOf({ schema, body }: SchemaTask): number {
  return schema.length + body.length;
}

/** Runs one task at a time. The thread keeps the process running only during a task. */
function newThread(budget: SchemaBudget): {
  readonly run: (task: SchemaTask) => Promise<SchemaVerdict>;
} {
  let worker: Worker | null = null;
  let waiting: PromiseWithResolvers<SchemaVerdict> | null = null;
  const started = (): Worker => {
    // Neither flags nor variables of the process: a preloaded module is not for this thread.
    const apart = { execArgv: [], env: {}, workerData: budget };
    const resourceLimits = { maxOldGenerationSizeMb: budget.memoryMb };
    const made = new Worker(threadFile(), { ...apart, resourceLimits });
    made.on("message", (message: SchemaVerdict | typeof idleMessage) => {
      if (message !== idleMessage) return waiting?.resolve(message);
      if (waiting !== null) return;
      worker = null;
      void made.terminate();
    });
    made.on("error", (error: Error) => {
      worker = null;
      if (isOutOfMemory(error)) waiting?.resolve(tooLarge(budget));
      else waiting?.reject(error);
    });
    return made;
  };
  return {
    async run(task) {
      worker ??= started();
      const running = worker;
      waiting = Promise.withResolvers();
      running.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      running.postMessage(task);
      try {
        return await waiting.promise;
      } finally {
        waiting = null;
        running.unref();
      }
    },
  };
}

function isOutOfMemory(error: Error): boolean {
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge({ memoryMb }: SchemaBudget): SchemaVerdict {
  const reason = `The request schema of this workflow is too costly: this body takes more than ${memoryMb} MB.`;
  return { kind: "unusable", reason };
}
