/** Opens a workspace file of the program's first version with the current one. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { migrations } from "../../src/world/store/migrations.ts";
import { start } from "../apps/cli/program.ts";
import { at, column } from "../support/reply.ts";
import type { Served } from "../world/workspace/served.ts";
import { dataFolder, newLead, served } from "../world/workspace/served.ts";
import { chanceOf, seed } from "./durability-chance.ts";
import { killIn, madeSomething } from "./durability-program.ts";
import { sized } from "./size.ts";

const firstVersion = "test/long/fixtures/first-version.sqlite";

/** The recorded responses of the first version for everything in that file. */
const Answers = z.record(z.string(), z.unknown());
const answers = Answers.parse(
  JSON.parse(readFileSync("test/long/fixtures/first-version.json", "utf8")),
);
const Messages = z.array(z.record(z.string(), z.unknown()));
const Records = z.looseObject({ clientProfiles: Messages, leads: Messages, plans: Messages });
const messageFields = ["id", "at", "kind", "to", "subject", "leadId"] as const;

/** A data folder with only that file. */
function oldFolder(): { readonly folder: string; readonly file: string } {
  const folder = dataFolder();
  const file = join(folder, "first.sqlite");
  copyFileSync(firstVersion, file);
  return { folder, file };
}

function expected(sandbox: Served, path: string) {
  return sandbox.control("GET", `/workspaces/first${path}`);
}

/** Runs a query on a closed file. */
function asked(file: string, query: string): unknown {
  const sqlite = new Database(file);
  const answer = sqlite.prepare(query).pluck().all();
  sqlite.close();
  return answer;
}

/** The version of a killed process's file, read from a copy, so that the file stays unchanged. */
function versionLeft(file: string): unknown {
  const copy = join(dataFolder(), "copy.sqlite");
  for (const end of ["", "-wal"]) {
    if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  }
  return [asked(copy, "pragma user_version")].flat()[0];
}

/**
 * The world with its records in the sandbox environment: the first version had no environments
 * (rule env.data).
 */
function inSandbox(world: unknown): unknown {
  const { clientProfiles, leads, plans } = Records.parse(world);
  const of = (records: typeof leads) =>
    records.map((record) => ({ ...record, environment: "sandbox" }));
  const records = { clientProfiles: of(clientProfiles), leads: of(leads), plans: of(plans) };
  return { ...Object(world), ...records };
}

/**
 * Rules whose defaults have changed since. The workspace chose none of them, so it uses the new
 * defaults.
 */
const otherDefaults = { "plan.change-mail": "by-role", "state.convert": "updated-at-stays" };

describe("a workspace file of the first version", () => {
  it.each(["/state", "/assumptions", "/faults", "/api-keys"])(
    "shows the same as in the first version: W%s",
    async (path) => {
      const sandbox = served({ data: oldFolder().folder });
      const shown = path === "/state" ? inSandbox(answers[path]) : answers[path];
      const wanted = path === "/assumptions" ? { ...Object(shown), ...otherDefaults } : shown;
      // Newer rules have their defaults.
      expect(at(await expected(sandbox, path), "data")).toMatchObject(Object(wanted));
    },
  );

  it("keeps all its mail, each also in MIME form", async () => {
    const sandbox = served({ data: oldFolder().folder });
    const mail = await expected(sandbox, "/emails?limit=1000");
    const wanted = Messages.parse(answers["/emails?limit=1000"]);
    expect(wanted.map(({ kind }) => kind)).toContain("plan-updated");
    for (const field of messageFields) {
      expect(column(mail, field)).toEqual(wanted.map((message) => message[field]));
    }
    for (const { id, subject } of wanted) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const source = await expected(sandbox, `/emails/${String(id)}/raw`);
      expect({ status: source.status, text: source.text }).toEqual({
        status: 200,
        text: expect.stringContaining("Subject: "),
      });
      expect(String(subject).length).toBeGreaterThan(0);
    }
  });

  it("stays usable: it creates Leads, accepts its key and restores a snapshot", async () => {
    const { folder } = oldFolder();
    mkdirSync(join(folder, "first.snapshots"));
    copyFileSync(firstVersion, join(folder, "first.snapshots", "old.sqlite"));
    const sandbox = served({ data: folder });
    const key = String(at(await expected(sandbox, "/api-keys"), "data.0.key"));
    await newLead(sandbox, key, "new@client.example");
    const restored = await sandbox.control("POST", "/workspaces/first/snapshots/old/restore");
    expect(restored.status).toBe(200);
    expect(at(await expected(sandbox, "/state"), "data")).toEqual(inSandbox(answers["/state"]));
  });

  it("is upgraded once, and is the same after every start", async () => {
    const { folder, file } = oldFolder();
    expect(asked(firstVersion, "pragma user_version")).toEqual([1]);
    served({ data: folder }).close();
    expect(asked(file, "pragma user_version")).toEqual([migrations.length]);
    const tables = asked(file, "select sql from sqlite_master order by name");
    const rows = asked(file, "select json_array(id, content, relay, isRead) from outbox");
    served({ data: folder }).close();
    expect(asked(file, "select sql from sqlite_master order by name")).toEqual(tables);
    expect(asked(file, "select json_array(id, content, relay, isRead) from outbox")).toEqual(rows);
  });

  it("stays unchanged when the upgrade fails, and the error names it", () => {
    const { folder, file } = oldFolder();
    // Conflicts with the last statement of the upgrade.
    const sqlite = new Database(file);
    sqlite.exec("create table outboxOnItsWay (id integer)");
    sqlite.close();
    const tables = asked(file, "select sql from sqlite_master order by name");
    expect(() => served({ data: folder, strictData: true })).toThrow(
      `The workspace file ${file} cannot be opened: there is already a table named outboxOnItsWay.`,
    );
    expect(asked(file, "pragma user_version")).toEqual([1]);
    expect(asked(file, "select sql from sqlite_master order by name")).toEqual(tables);
  });

  const kills = sized(4, 60);
  it(
    `is complete in the old or the new version when its upgrade is killed, ${kills} times (seed ${seed})`,
    async () => {
      const chance = chanceOf(seed);
      const versions: unknown[] = [];
      const left: unknown[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const { folder, file } = oldFolder();
        const started = start(["--port", "0", "--data", folder]);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await madeSomething(folder, "first", started);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await killIn(started, chance(12_000));
        left.push(versionLeft(file));
        const sandbox = served({ data: folder });
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(at(await expected(sandbox, "/state"), "data")).toEqual(inSandbox(answers["/state"]));
        sandbox.close();
        versions.push(asked(file, "pragma user_version"));
      }
      expect(versions).toEqual(versions.map(() => [migrations.length]));
      const old = left.filter((version) => version === 1).length;
      process.stdout.write(`killed upgrades: ${old} before, ${left.length - old} after\n`);
    },
    30_000 + kills * 5_000,
  );
});
