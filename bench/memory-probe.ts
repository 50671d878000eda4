/**
 * Runs inside a measured sandbox and answers each message with its memory after a garbage collection. After the
 * message `held`, the heap first returns its free pages.
 */
import { setTimeout } from "node:timers/promises";

/** How long to wait between two collections, so that finalizers run and the heap returns its pages. */
const settleMs = 500;

process.on("message", (message) => void answer(message === "held"));
// The IPC channel must not keep the process alive.
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
