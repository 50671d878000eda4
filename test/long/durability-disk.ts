/** Disks that can be filled up and be given room again. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { temporaryFolder } from "../cli/program.ts";

/** Where the folder of a sandbox is, and how room is taken from the process that works in it. */
export interface Disk {
  readonly folder: string;
  readonly fill: (pid: number) => void;
  readonly makeRoom: (pid: number) => void;
}

/** A kind of disk; `missing` says why there is none of it here. */
export interface DiskKind {
  readonly name: string;
  readonly missing: string | null;
  readonly open: () => Disk;
}

/** A file system of a few megabytes in memory, which only root can make. */
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

/** A limit on how large a file of one process can become. */
const limited: DiskKind = {
  name: "a limit on the size of files (EFBIG)",
  missing: spawnSync("prlimit", ["--version"]).status === 0 ? null : "no prlimit",
  open() {
    const folder = join(temporaryFolder(), "data");
    return {
      folder,
      fill: (pid) => limit(pid, String(smallest(folder))),
      makeRoom: (pid) => limit(pid, ""),
    };
  },
};

export const diskKinds: readonly DiskKind[] = [small, limited];

/** Only the limit that the process itself could raise again is lowered. */
function limit(pid: number, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes === "" ? "unlimited" : bytes}:`]);
}

/** Less than any log that is written to has, and than the file of a workspace. */
function smallest(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.endsWith("-wal"));
  return Math.min(32 * 1_024, ...logs.map((name) => statSync(join(folder, name)).size));
}

function append(file: string, bytes: number): void {
  const block = Buffer.alloc(bytes);
  try {
    for (;;) writeFileSync(file, block, { flag: "a" });
  } catch {
    // No more of that size fits.
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
