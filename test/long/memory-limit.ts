/** Limits the memory of a process as a container does: with a control group of Linux, of version 1 or 2. */
import { existsSync, mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folders = [
  { folder: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes" },
  { folder: "/sys/fs/cgroup", limit: "memory.max" },
];

/** A control group; `procs` is the file that takes the ids of its processes. */
export interface MemoryLimit {
  readonly procs: string;
  readonly remove: () => void;
}

/** A group with at most `bytes` of memory; null if this machine allows none. */
export function newMemoryLimit(bytes: number): MemoryLimit | null {
  for (const { folder, limit } of folders) {
    if (!existsSync(folder)) continue;
    try {
      const group = mkdtempSync(join(folder, "lead-sandbox-"));
      const remove = (): void => rmdirSync(group);
      try {
        if (!existsSync(join(group, limit))) throw new Error("no controller of memory");
        writeFileSync(join(group, limit), String(bytes));
        return { procs: join(group, "cgroup.procs"), remove };
      } catch {
        remove();
      }
    } catch {
      // Only root can make one, and only outside of a container without rights.
    }
  }
  return null;
}
