import { createHash } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";

/** The time in which one core that has nothing else to do hashes `work`, in milliseconds. */
const idleMs = 130;
const work = { blocks: 200, blockBytes: 1_048_576 };
const slownessMax = 10;

/**
 * How many times longer than on an idle machine a test may take here: from 1 to 10. It follows the time of a fixed
 * piece of work, and the load that other processes have caused in the last minute.
 */
export function machineSlowness(): number {
  const block = Buffer.alloc(work.blockBytes);
  const hash = createHash("sha256");
  const started = performance.now();
  for (let count = 0; count < work.blocks; count += 1) hash.update(block);
  hash.digest();
  const byWork = (performance.now() - started) / idleMs;
  const [byLoad = 0] = loadavg().map((processes) => 1 + processes / availableParallelism());
  return Math.min(slownessMax, Math.max(1, byWork, byLoad));
}
