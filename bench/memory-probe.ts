/** Loaded into the sandbox under measurement: answers each message of its parent with the memory it takes, once it was collected. */
import { setTimeout } from "node:timers/promises";

/** How long freed pages have to be given back, and finalizers to run, between two collections. */
const settleMs = 500;

process.on("message", () => void tell());
// The channel must not keep the process alive once it was told to stop.
process.channel?.unref();

async function tell(): Promise<void> {
  globalThis.gc?.();
  await setTimeout(settleMs);
  globalThis.gc?.();
  await setTimeout(settleMs);
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external });
}
