/**
 * Loaded into the sandbox under measurement: answers each message of its parent with its memory after a collection.
 * After the message `held`, the heap also gives back its free pages first.
 */
import { setTimeout } from "node:timers/promises";

/** How long freed pages have to be given back, and finalizers to run, between two collections. */
const settleMs = 500;

process.on("message", (message) => void answer(message === "held"));
// The channel must not keep the process alive after it was asked to stop.
process.channel?.unref();

async function answer(isHeldAlone: boolean): Promise<void> {
  const collect = (): void =>
    isHeldAlone
      ? globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
      : globalThis.gc?.();
  collect();
  await setTimeout(settleMs);
  collect();
  await setTimeout(settleMs);
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external });
}
