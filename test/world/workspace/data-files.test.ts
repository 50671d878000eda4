import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";

import { column } from "../../support/reply.ts";
import type { Served } from "./served.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const snapshots = "/workspaces/kept/snapshots";

/** A workspace with one Lead and a snapshot of it. */
async function keptWorkspace(sandbox: Served): Promise<void> {
  const key = await newWorkspace(sandbox, { id: "kept" });
  await newLead(sandbox, key, "kept@example.com");
  await sandbox.control("POST", snapshots, { name: "one" });
}

/**
 * Leaves `file` as a process does when it is killed in a transaction: with a journal that SQLite
 * would replay.
 */
function leaveHalfWritten(file: string, from: string): void {
  const other = join(dataFolder(), "half.sqlite");
  copyFileSync(from, other);
  const sqlite = new Database(other);
  sqlite.exec("pragma cache_size = 1; create table filler (text); begin");
  const insert = sqlite.prepare("insert into filler values (?)");
  for (let row = 0; row < 200; row += 1) insert.run("x".repeat(2_000));
  copyFileSync(other, file);
  copyFileSync(`${other}-journal`, `${file}-journal`);
  sqlite.close();
}

describe("the files of a killed restore", () => {
  const left = ["kept.sqlite.next", "kept.sqlite.next-journal"];

  it("are removed at the next start", async () => {
    const data = dataFolder();
    const first = served({ data });
    await keptWorkspace(first);
    first.close();
    leaveHalfWritten(join(data, "kept.sqlite.next"), join(data, "kept.snapshots", "one.sqlite"));
    for (const name of ["two.sqlite.next", "two.sqlite.next-wal"]) {
      writeFileSync(join(data, "kept.snapshots", name), "half");
    }
    expect(readdirSync(data)).toEqual(expect.arrayContaining(left));
    const second = served({ data });
    expect(readdirSync(data).filter((name) => name.includes(".next"))).toEqual([]);
    expect(readdirSync(join(data, "kept.snapshots"))).toEqual(["one.sqlite"]);
    expect((await second.control("POST", `${snapshots}/one/restore`)).status).toBe(200);
  });

  it("do not break the next restore, which removes them while the sandbox runs", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await keptWorkspace(sandbox);
    leaveHalfWritten(join(data, "kept.sqlite.next"), join(data, "kept.snapshots", "one.sqlite"));
    const restored = await sandbox.control("POST", `${snapshots}/one/restore`);
    expect(`${restored.status} ${restored.text}`).toMatch(/^200 /);
    const leads = await sandbox.control("GET", "/workspaces/kept/leads");
    expect(column(leads, "email")).toContain("kept@example.com");
    expect(readdirSync(data).filter((name) => name.includes(".next"))).toEqual([]);
  });
});

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}

/** The files that users other than the owner can access. */
function loose(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: join(entry.parentPath, entry.name) }))
    .filter(({ entry, file }) => modeOf(file) !== (entry.isDirectory() ? "700" : "600"))
    .map(({ file }) => `${file} ${modeOf(file)}`);
}

describe("the files of a data folder", () => {
  it.skipIf(process.platform === "win32")(
    "are accessible only to their owner, during and after the run",
    async () => {
      const data = join(dataFolder(), "made", "data");
      const sandbox = served({ data });
      await keptWorkspace(sandbox);
      await sandbox.control("POST", `${snapshots}/one/restore`);
      await sandbox.control("POST", "/workspaces/kept/reset", {});
      expect(readdirSync(data).filter((name) => name.endsWith("-wal"))).not.toEqual([]);
      expect([modeOf(data), ...loose(data)]).toEqual(["700"]);
      sandbox.close();
      expect(loose(data)).toEqual([]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "of an earlier version become private at the start, and an existing folder keeps its mode",
    async () => {
      const data = join(dataFolder(), "data");
      mkdirSync(data, { mode: 0o755 });
      const first = served({ data });
      await keptWorkspace(first);
      first.close();
      for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        fs.chmodSync(file, entry.isDirectory() ? 0o755 : 0o644);
      }
      served({ data });
      expect([modeOf(data), ...loose(data)]).toEqual(["755"]);
    },
  );
});

describe("POST W/snapshots", () => {
  it("syncs the file and both folders before it answers 201", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await newWorkspace(sandbox, { id: "kept" });
    const synced = watchSyncs();
    const reply = await sandbox.control("POST", snapshots, { name: "one" });
    expect(reply.status).toBe(201);
    const folder = join(data, "kept.snapshots");
    expect(synced()).toEqual([
      `sync ${data}`,
      `sync ${join(folder, "one.sqlite.next")}`,
      `rename ${join(folder, "one.sqlite")}`,
      `sync ${folder}`,
    ]);
  });

  it("leaves no file when the disk refuses to sync, and answers 500", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await newWorkspace(sandbox, { id: "kept" });
    await sandbox.control("POST", snapshots, { name: "one" });
    const real = fs.fsyncSync;
    replaceInFs("fsyncSync", () => {
      throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
    });
    expect((await sandbox.control("POST", snapshots, { name: "two" })).status).toBe(500);
    replaceInFs("fsyncSync", real);
    expect(column(await sandbox.control("GET", snapshots), "name")).toEqual(["one"]);
    expect(existsSync(join(data, "kept.snapshots", "two.sqlite.next"))).toBe(false);
  });
});

/** Records each file that is synced or renamed from now on. */
function watchSyncs(): () => readonly string[] {
  const seen: string[] = [];
  const { fsyncSync, renameSync } = fs;
  replaceInFs("fsyncSync", (descriptor: number) => {
    seen.push(`sync ${fs.readlinkSync(`/proc/self/fd/${descriptor}`)}`);
    fsyncSync(descriptor);
  });
  replaceInFs("renameSync", (from: string, to: string) => {
    seen.push(`rename ${to}`);
    renameSync(from, to);
  });
  return () => seen;
}

/** Replaces a function of `node:fs` for the rest of the test. */
function replaceInFs(name: "fsyncSync" | "renameSync", by: (...args: never[]) => void): void {
  const before = fs[name];
  Object.assign(fs, { [name]: by });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { [name]: before });
    syncBuiltinESMExports();
  });
}

describe("a start of the sandbox", () => {
  it("does not write to the files of workspaces that it only inspects", async () => {
    const data = dataFolder();
    const first = served({ data });
    await keptWorkspace(first);
    await newWorkspace(first, {
      id: "unused",
      label: "Untouched",
      quotaPerHour: 5,
      ttlSeconds: 60,
    });
    first.close();
    const before = readdirSync(data).filter((name) => name.endsWith(".sqlite"));
    const bytesOf = (name: string): string => fs.readFileSync(join(data, name), "base64");
    const kept = before.map(bytesOf);
    served({ data }).close();
    expect(before.map(bytesOf)).toEqual(kept);
  });
});
