import { existsSync, readFileSync, rmSync, statSync } from "node:fs";

import { fileIn, makeFolder, namesIn, snapshotsIn, writeInPlace } from "./data-files.ts";
import type { SizeLimits } from "./size-limits.ts";
import type { Snapshots } from "./storage.ts";

/** The snapshots of the workspaces in a folder, each written only if `sizes` has room for it. */
export function snapshotFilesIn(folder: string, sizes: SizeLimits | undefined) {
  const of = (id: string): Snapshots => snapshotFiles(folder, id, sizes);
  /** Counts the snapshots of these workspaces after their files were removed or renamed. */
  const recount = (...ids: readonly string[]): void => {
    for (const id of ids) sizes?.setSnapshots(id, bytesIn(of(id)));
  };
  recount(...namesIn(folder));
  return { of, recount };
}

function snapshotFiles(data: string, id: string, sizes: SizeLimits | undefined): Snapshots {
  const folder = snapshotsIn(data, id);
  const fileOf = (name: string): string => fileIn(folder, name);
  const list = (): ReturnType<Snapshots["list"]> =>
    existsSync(folder)
      ? namesIn(folder).map((name) => ({ name, bytes: statSync(fileOf(name)).size }))
      : [];
  const bytesBesides = (name: string): number =>
    list().reduce((sum, one) => (one.name === name ? sum : sum + one.bytes), 0);
  return {
    list,
    read: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : null),
    write(name, image) {
      const bytes = bytesBesides(name) + image.length;
      sizes?.refuseSnapshots(id, bytes);
      makeFolder(folder);
      writeInPlace(fileOf(name), image);
      sizes?.setSnapshots(id, bytes);
    },
    remove(name) {
      const known = existsSync(fileOf(name));
      rmSync(fileOf(name), { force: true });
      sizes?.setSnapshots(id, bytesBesides(name));
      return known;
    },
  };
}

function bytesIn(snapshots: Snapshots): number {
  return snapshots.list().reduce((sum, { bytes }) => sum + bytes, 0);
}
