/** Disks whose free space a test can take away and give back. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { temporaryFolder } from "../apps/cli/program.ts";

/** The folder of a sandbox, and the way to take away the free space of its process. */
export interface Disk {
  readonly folder: string;
  readonly fill: (pid: number) => void;
  readonly makeRoom: (pid: number) => void;
}

/** A kind of disk; `missing` gives the reason when this machine cannot provide it. */
export interface DiskKind {
  readonly name: string;
  readonly missing: string | null;
  readonly open: () => Disk;
}

/** A file system of a few megabytes in memory, which only root can create. */
const small: DiskKind = {
  name: "a file system without room (ENOSPC)",
  missing: canMount() ? null : "no right to mount one",
  open() {
    const folder = temporaryFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]);
    onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
    const filler = join(folder, "filler");
    return {
      folder: join(folder, "data"),
      fill() {
        for (const size of [65_536, 4_096, 1]) append(filler, size);
      },
      makeRoom: () => rmSync(filler),
    };
  },
};

/** A limit on the file size of one process. */
export const limited: DiskKind = {
  name: "a limit on the size of files (EFBIG)",
  missing: spawnSync("prlimit", ["--version"]).status === 0 ? null : "no prlimit",
  open() {
    const folder = join(temporaryFolder(), "data");
    return {
      folder,
      fill: (pid) => limitFiles(pid, String(smallest(folder))),
      makeRoom: (pid) => limitFiles(pid, "unlimited"),
    };
  },
};

export const diskKinds: readonly DiskKind[] = [small, limited];

/** Limits the bytes of each file of a process. Lowers only the soft limit, which the process itself could raise again. */
export function limitFiles(pid: number, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
}

/** Smaller than any log in use, and than the file of a workspace. */
function smallest(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.endsWith("-wal"));
  return Math.min(32 * 1_024, ...logs.map((name) => statSync(join(folder, name)).size));
}

function append(file: string, bytes: number): void {
  const block = Buffer.alloc(bytes);
  try {
    for (;;) writeFileSync(file, block, { flag: "a" });
  } catch {
    // No further block of that size fits.
  }
}

function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = join("/tmp", `lead-sandbox-mount-${process.pid}`);
  mkdirSync(folder);
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (mounted) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}
