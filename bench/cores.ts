/** Pins servers to one core and the load to another, so that they do not compete. */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

/** A command and its arguments. */
export type CommandLine = readonly [command: string, ...args: string[]];

/** Whether this machine can pin processes, even when this process is already pinned. */
export function canPin(): boolean {
  return cpus().length > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;
}

const cores = { server: "0", load: "1" } as const;

/** A command line that runs `line` on the core of `part`. Returns `line` unchanged where pinning is not possible. */
export function pinned(line: CommandLine, part: keyof typeof cores): CommandLine {
  return canPin() ? ["taskset", "-c", cores[part], ...line] : line;
}

/** Pins this process to the core of the load. Its children inherit that unless they are pinned separately. */
export function pinThisProcess(): void {
  moveThisProcess(cores.load);
}

/** Lets this process and its children use every core during `work`, as on a user's machine. */
export async function unpinned<Result>(work: () => Promise<Result>): Promise<Result> {
  moveThisProcess(`0-${cpus().length - 1}`);
  try {
    return await work();
  } finally {
    pinThisProcess();
  }
}

/** How many milliseconds `work` takes on every core. */
export function unpinnedMs(work: () => Promise<unknown>): Promise<number> {
  return unpinned(async () => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  });
}

function moveThisProcess(to: string): void {
  if (canPin()) spawnSync("taskset", ["-a", "-p", "-c", to, String(process.pid)]);
}
