import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { at, column, text } from "../../support/reply.ts";
import { monday } from "../../support/world.ts";
import { contentsOf, live, partnerKey } from "./contents.ts";
import type { Served } from "./served.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const storages: readonly {
  readonly storage: string;
  readonly options: () => SandboxOptions;
}[] = [
  { storage: "memory", options: () => ({}) },
  { storage: "a file", options: () => ({ data: dataFolder() }) },
];

/**
 * A sandbox with files whose default workspace has a Lead, and a snapshot `kept` that contains it.
 */
async function keptIn(data: string): Promise<Served> {
  const sandbox = served({ data });
  await newLead(sandbox, partnerKey.key, "kept@example.com");
  await sandbox.control("POST", "/snapshots", { name: "kept" });
  return sandbox;
}

async function emailsOf(sandbox: Served, base = ""): Promise<readonly unknown[]> {
  return column(await sandbox.control("GET", `${base}/leads?limit=1`), "email");
}

describe.each(storages)("a snapshot of a workspace in $storage", ({ options }) => {
  it("does not change what a reset restores: the fixture", async () => {
    const sandbox = served(options());
    await sandbox.control("POST", "/snapshots", { name: "fresh" });
    await live(sandbox);
    await sandbox.control("POST", "/snapshots", { name: "lived" });
    await sandbox.control("POST", "/reset");
    expect(contentsOf(sandbox)).toEqual(contentsOf(served()));
    await live(sandbox);
    await sandbox.control("POST", "/reset");
    expect(contentsOf(sandbox)).toEqual(contentsOf(served()));
  });

  it("contains the changes since creation, and since a reset", async () => {
    const sandbox = served(options());
    await newLead(sandbox, partnerKey.key, "first@example.com");
    await sandbox.control("POST", "/snapshots", { name: "first" });
    await sandbox.control("POST", "/reset");
    await newLead(sandbox, partnerKey.key, "second@example.com");
    await sandbox.control("POST", "/snapshots", { name: "second" });
    await newLead(sandbox, partnerKey.key, "third@example.com");
    for (const name of ["first", "second"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await sandbox.control("POST", `/snapshots/${name}/restore`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await emailsOf(sandbox)).toEqual([`${name}@example.com`]);
    }
  });

  it("restores everything, whatever happened to the workspace in the meantime", async () => {
    const sandbox = served(options());
    await live(sandbox);
    await sandbox.control("POST", "/snapshots", { name: "lived" });
    const {
      "part journal": _,
      "part coverage counters": __,
      "part events": ___,
      ...before
    } = contentsOf(sandbox);
    await sandbox.control("POST", "/reset", { fixture: "empty" });
    await live(sandbox);
    await sandbox.control("POST", "/snapshots/lived/restore");
    expect(contentsOf(sandbox)).toMatchObject(before);
  });

  it("stays usable: a snapshot taken after its restore contains later changes", async () => {
    const sandbox = served(options());
    await sandbox.control("POST", "/snapshots", { name: "one" });
    await sandbox.control("POST", "/snapshots/one/restore");
    await newLead(sandbox, partnerKey.key, "after@example.com");
    await sandbox.control("POST", "/snapshots", { name: "two" });
    await sandbox.control("POST", "/reset");
    await sandbox.control("POST", "/snapshots/two/restore");
    expect(await emailsOf(sandbox)).toEqual(["after@example.com"]);
  });

  it("is removed with its workspace, and a new workspace of that id has none", async () => {
    const sandbox = served(options());
    await newWorkspace(sandbox, { id: "brief" });
    await sandbox.control("POST", "/workspaces/brief/snapshots", { name: "one" });
    await sandbox.control("DELETE", "/workspaces/brief");
    await newWorkspace(sandbox, { id: "brief" });
    const listed = await sandbox.control("GET", "/workspaces/brief/snapshots");
    expect(at(listed, "data")).toEqual([]);
  });

  it("is removed when its workspace expires", async () => {
    const sandbox = served(options());
    await newWorkspace(sandbox, { id: "brief", now: monday, ttlSeconds: 60 });
    await sandbox.control("POST", "/workspaces/brief/snapshots", { name: "one" });
    await sandbox.control("POST", "/workspaces/brief/clock/advance", { by: "PT1M" });
    await newWorkspace(sandbox, { id: "brief" });
    const listed = await sandbox.control("GET", "/workspaces/brief/snapshots");
    expect(at(listed, "data")).toEqual([]);
  });
});

describe("a snapshot in a file", () => {
  it("survives a restart and can be restored", async () => {
    const data = dataFolder();
    const first = await keptIn(data);
    await first.control("POST", "/reset");
    first.close();
    const second = served({ data });
    expect(column(await second.control("GET", "/snapshots"), "name")).toEqual(["kept"]);
    await second.control("POST", "/snapshots/kept/restore");
    expect(await emailsOf(second)).toEqual(["kept@example.com"]);
  });

  it("is the state of the next start once it was restored, with later changes", async () => {
    const data = dataFolder();
    const first = await keptIn(data);
    await first.control("POST", "/reset");
    await first.control("POST", "/snapshots/kept/restore");
    await newLead(first, partnerKey.key, "after@example.com");
    const before = await first.control("GET", "/state");
    first.close();
    const second = served({ data });
    expect((await second.control("GET", "/state")).text).toBe(before.text);
  });

  it("leaves no file when it or its workspace is deleted", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await newWorkspace(sandbox, { id: "brief" });
    await sandbox.control("POST", "/workspaces/brief/snapshots", { name: "one" });
    await sandbox.control("POST", "/workspaces/brief/snapshots", { name: "two" });
    await sandbox.control("POST", "/workspaces/brief/snapshots/one/restore");
    await sandbox.control("DELETE", "/workspaces/brief/snapshots/one");
    expect(readdirSync(join(data, "brief.snapshots"))).toEqual(["two.sqlite"]);
    await sandbox.control("DELETE", "/workspaces/brief");
    expect(readdirSync(data).filter((name) => name.startsWith("brief"))).toEqual([]);
  });

  it("is not that of an earlier workspace of its name", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    mkdirSync(join(data, "brief.snapshots"));
    writeFileSync(join(data, "brief.snapshots", "old.sqlite"), "of one that was dropped");
    await newWorkspace(sandbox, { id: "brief" });
    const listed = await sandbox.control("GET", "/workspaces/brief/snapshots");
    expect(at(listed, "data")).toEqual([]);
  });

  it.each([
    { title: "is cut in half", damage: (file: string) => truncateSync(file, 40_000) },
    { title: "is not a database", damage: (file: string) => writeFileSync(file, "a letter") },
    {
      title: "has a newer version",
      damage: (file: string) => change(file, "pragma user_version = 99"),
    },
    {
      title: "has no workspace settings",
      damage: (file: string) => change(file, "delete from settings"),
    },
  ])(
    "causes 409 with its name when it $title, and the workspace keeps working",
    async ({ damage }) => {
      const data = dataFolder();
      const sandbox = await keptIn(data);
      await newLead(sandbox, partnerKey.key, "since@example.com");
      damage(join(data, "default.snapshots", "kept.sqlite"));
      const files = readdirSync(data);
      const before = contentsOf(sandbox);
      const reply = await sandbox.control("POST", "/snapshots/kept/restore");
      expect(reply.status).toBe(409);
      expect(text(reply, "message")).toMatch(/^The snapshot kept cannot be opened: /);
      expect(contentsOf(sandbox)).toEqual(before);
      expect(readdirSync(data)).toEqual(files);
      expect(await newLead(sandbox, partnerKey.key, "next@example.com")).toMatch(/^\w{8}$/);
    },
  );

  it("is skipped when something else is in its folder", async () => {
    const data = dataFolder();
    const sandbox = await keptIn(data);
    writeFileSync(join(data, "default.snapshots", "half.sqlite.next"), "half");
    writeFileSync(join(data, "default.snapshots", "notes.txt"), "notes");
    expect(column(await sandbox.control("GET", "/snapshots"), "name")).toEqual(["kept"]);
  });
});

describe("a snapshot in memory", () => {
  it("writes no file and is lost at a restart", async () => {
    const first = served();
    await first.control("POST", "/snapshots", { name: "kept" });
    expect(existsSync("default.snapshots")).toBe(false);
    first.close();
    expect(at(await served().control("GET", "/snapshots"), "data")).toEqual([]);
  });
});

function change(file: string, statement: string): void {
  const sqlite = new Database(file);
  sqlite.exec(statement);
  sqlite.close();
}
