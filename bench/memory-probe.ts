/**
 * Loaded into the sandbox under measurement: answers each message of its parent with the memory it takes, once it was
 * collected; asked for what is held, once the heap gave back what it keeps ready for the next objects too.
 */
import { setTimeout } from "node:timers/promises";

/** How long freed pages have to be given back, and finalizers to run, between two collections. */
const settleMs = 500;

process.on("message", (message) => void tell(message === "held"));
// The channel must not keep the process alive once it was told to stop.
process.channel?.unref();

async function tell(isHeldAlone: boolean): Promise<void> {
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
