import fs, { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";

import { migrations } from "../../../src/world/store/migrations.ts";
import { fileStorage } from "../../../src/world/workspace/storage/file-storage.ts";
import { at, column, text } from "../../support/reply.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const names = ["default", "case"];
const defaultKey = "11111111-1111-4111-8111-111111111111";

/** The folder of a newer version that was killed: its latest writes are in the logs. */
async function killedFolder(change = "pragma user_version = 9999"): Promise<string> {
  const data = dataFolder();
  const sandbox = served({ data });
  const key = await newWorkspace(sandbox, { id: "case" });
  await newLead(sandbox, key, "case@example.com");
  await newLead(sandbox, defaultKey, "default@example.com");
  await sandbox.control("POST", "/snapshots", { name: "before" });
  const killed = copied(data);
  const databases = names.map((name) => new Database(join(killed, `${name}.sqlite`)));
  for (const database of databases) {
    database.pragma("wal_autocheckpoint = 0");
    database.exec(change);
  }
  const left = copied(killed);
  for (const database of databases) database.close();
  expect(readdirSync(left)).toEqual(
    expect.arrayContaining(names.flatMap((name) => [`${name}.sqlite-wal`, `${name}.sqlite-open`])),
  );
  return left;
}

function copied(folder: string): string {
  const other = dataFolder();
  cpSync(folder, other, { recursive: true });
  return other;
}

/** What a newer version finds: a version that it supports. */
function returnToNewer(data: string, name: string): void {
  const database = new Database(join(data, `${name}.sqlite`));
  database.exec(supported);
  database.close();
}

const supported = `pragma user_version = ${migrations.length}`;

/** The reasons of the broken workspaces after a start, by id. */
async function startedWith(data: string): Promise<Readonly<Record<string, string>>> {
  const sandbox = served({ data });
  const listed = await sandbox.control("GET", "/workspaces");
  sandbox.close();
  const ids = column({ ...listed, json: { data: at(listed, "broken") ?? [] } }, "id");
  return Object.fromEntries(
    ids.map((id, place) => [String(id), text(listed, `broken.${place}.reason`)]),
  );
}

async function emails(data: string, id: string): Promise<readonly unknown[]> {
  const sandbox = served({ data });
  const listed = await sandbox.control("GET", `/workspaces/${id}/leads`);
  sandbox.close();
  return column(listed, "email");
}

function logsAndMarks(data: string): readonly string[] {
  return readdirSync(data).filter((name) => /-(?:open|wal|journal)$/.test(name));
}

const tooNew = /it has version 9999; this program supports/;

describe("the files of a newer version that was killed", () => {
  it("are named again at each start, and open with all writes in that version", async () => {
    const data = await killedFolder();
    for (let start = 0; start < 3; start += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      expect(await startedWith(data)).toEqual({
        case: expect.stringMatching(tooNew),
        "default-newer": expect.stringMatching(tooNew),
      });
      expect(logsAndMarks(data)).toEqual([]);
    }
    for (const name of ["case", "default-newer"]) returnToNewer(data, name);
    expect(await startedWith(data)).toEqual({});
    expect(await emails(data, "case")).toContain("case@example.com");
    expect(await emails(data, "default-newer")).toContain("default@example.com");
    expect(readdirSync(join(data, "default-newer.snapshots"))).toEqual(["before.sqlite"]);
  });

  it.each([
    { name: "its settings", change: `update settings set value = '{}' where name = 'workspace'` },
    { name: "all of its tables", change: "drop table settings" },
    { name: "its numbers", change: "update sqlite_sequence set seq = -5" },
  ])("name the same damage at each start: $name", async ({ change }) => {
    const data = await killedFolder();
    const database = new Database(join(data, "case.sqlite"));
    database.pragma("wal_autocheckpoint = 0");
    database.exec(`${supported}; ${change}`);
    const left = copied(data);
    database.close();
    const first = await startedWith(left);
    expect(first["case"]).not.toMatch(tooNew);
    expect((await startedWith(left))["case"]).toBe(first["case"]);
  });

  it("open when the process was killed after it removed the mark", async () => {
    const data = await killedFolder(supported);
    for (const name of names) rmSync(join(data, `${name}.sqlite-open`));
    expect(await emails(data, "default")).toContain("default@example.com");
  });

  it("keep their mark while another process has them open", async () => {
    const data = await killedFolder();
    const database = new Database(join(data, "case.sqlite"));
    database.exec("begin immediate");
    expect((await startedWith(data))["case"]).toContain("another process has it open");
    expect(logsAndMarks(data)).toContain("case.sqlite-open");
    database.close();
  });

  it.each([1, 2, 3])("are set aside whole after a kill at rename %i", async (count) => {
    const data = await killedFolder();
    const keys = join(data, "default.former-keys.json");
    writeFileSync(keys, `["${defaultKey}"]`);
    const live = killAtRename(count);
    expect(() => served({ data })).toThrow("killed");
    live();
    expect(await startedWith(data)).toHaveProperty("default-newer");
    returnToNewer(data, "default-newer");
    expect(await emails(data, "default-newer")).toContain("default@example.com");
    const kept = readdirSync(data).filter((name) => name.startsWith("default"));
    expect(kept).toEqual([
      "default-newer.former-keys.json",
      "default-newer.snapshots",
      "default-newer.sqlite",
      "default.sqlite",
    ]);
  });

  it("take a name under which nothing is left of another workspace", async () => {
    const data = await killedFolder();
    cpSync(join(data, "default.snapshots"), join(data, "default-newer.snapshots"), {
      recursive: true,
    });
    expect(await startedWith(data)).toHaveProperty("default-newer-2");
    expect(readdirSync(join(data, "default-newer-2.snapshots"))).toEqual(["before.sqlite"]);
  });

  it("stop the start while their log cannot be merged", async () => {
    const data = await killedFolder();
    const storage = fileStorage(data);
    onTestFinished(storage.close);
    expect(() => storage.setAside("default")).toThrow(
      `${join(data, "default.sqlite-wal")} was not merged into it`,
    );
  });
});

/** Fails at the rename of that number from now on, as if the process were killed there; returns what ends that. */
function killAtRename(count: number): () => void {
  const { renameSync } = fs;
  let calls = 0;
  const replaceBy = (rename: typeof renameSync): void => {
    Object.assign(fs, { renameSync: rename });
    syncBuiltinESMExports();
  };
  const live = (): void => replaceBy(renameSync);
  onTestFinished(live);
  replaceBy((from, to) => {
    calls += 1;
    if (calls === count) throw new Error("killed");
    renameSync(from, to);
  });
  return live;
}
