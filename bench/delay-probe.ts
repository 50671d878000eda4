/**
 * Runs inside a measured sandbox and records event loop delays. It acknowledges `start`, and answers `stop` with the
 * longest delay in milliseconds.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

const resolutionMs = 1;
const delays = monitorEventLoopDelay({ resolution: resolutionMs });
delays.enable();

process.on("message", (message) => void answer(message === "stop"));
// The IPC channel must not keep the process alive.
process.channel?.unref();

async function answer(isOver: boolean): Promise<void> {
  // A delay is recorded when the next timer fires, which may be after this message.
  await setTimeout(10 * resolutionMs);
  const longest = Math.max(0, delays.max / 1e6 - resolutionMs);
  if (!isOver) delays.reset();
  process.send?.(isOver ? longest : "started");
}
