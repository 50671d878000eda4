/** Which core a process runs on: servers on one, the load on another, so that neither takes the other's time. */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

/** The first words of a command line, and the rest. */
export type CommandLine = readonly [command: string, ...args: string[]];

/** Whether processes can be held to a core here, also once this one is. */
export function canPin(): boolean {
  return cpus().length > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;
}

const cores = { server: "0", load: "1" } as const;

/** The command line that runs `line` on the core of that part, or as it is where nothing can be pinned. */
export function pinned(line: CommandLine, part: keyof typeof cores): CommandLine {
  return canPin() ? ["taskset", "-c", cores[part], ...line] : line;
}

/** Holds this process, and those it starts unless they are pinned elsewhere, to the core of the load. */
export function pinThisProcess(): void {
  moveThisProcess(cores.load);
}

/** Lets this process and those that it starts use every core during `work`, as those of a user do. */
export async function unpinned<Result>(work: () => Promise<Result>): Promise<Result> {
  moveThisProcess(`0-${cpus().length - 1}`);
  try {
    return await work();
  } finally {
    pinThisProcess();
  }
}

function moveThisProcess(to: string): void {
  if (canPin()) spawnSync("taskset", ["-a", "-p", "-c", to, String(process.pid)]);
}
