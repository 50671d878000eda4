import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { text } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { dataFolder, newLead, served } from "../../../world/workspace/served.ts";

const storages: readonly {
  readonly storage: string;
  readonly options: () => SandboxOptions;
}[] = [
  { storage: "memory", options: () => ({}) },
  { storage: "a file", options: () => ({ data: dataFolder() }) },
];

/** The downloaded snapshot, opened as a database. */
async function downloaded(sandbox: Served, name: string): Promise<Database.Database> {
  return new Database(await bytesOf(await answerOf(sandbox, name)));
}

function answerOf(sandbox: Served, name: string): Promise<Response> {
  return sandbox.fetch(new Request(`http://127.0.0.1/_sandbox/snapshots/${name}/download`));
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

function count(sqlite: Database.Database, table: string): unknown {
  return sqlite.prepare(`select count(*) from ${table}`).pluck().get();
}

describe.each(storages)(
  "GET snapshots/{name}/download of a workspace in $storage",
  ({ options }) => {
    it("200 with an SQLite file named after the snapshot", async () => {
      const sandbox = served(options());
      const taken = await sandbox.control("POST", "/snapshots", { name: "v1.0" });
      const response = await answerOf(sandbox, "v1.0");
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/vnd.sqlite3");
      expect(response.headers.get("content-disposition")).toBe(
        'attachment; filename="v1.0.sqlite"',
      );
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const bytes = await bytesOf(response);
      expect(bytes.subarray(0, 16).toString("latin1")).toBe("SQLite format 3\0");
      expect(taken.text).toBe(JSON.stringify({ data: { name: "v1.0", bytes: bytes.length } }));
    });

    it("200 with every row at the time of the snapshot, and no later one", async () => {
      const sandbox = served(options());
      const lead = await newLead(sandbox, partnerKey.key, "before@example.com");
      await sandbox.control("POST", `/leads/${ids.activeLead}/convert`);
      await sandbox.control("POST", "/snapshots", { name: "then" });
      await newLead(sandbox, partnerKey.key, "after@example.com");
      const sqlite = await downloaded(sandbox, "then");
      expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
      const tables = ["leads", "plans", "clientProfiles", "outbox", "apiKeys", "firms"];
      expect(tables.map((table) => [table, count(sqlite, table)])).toEqual([
        ["leads", 9],
        ["plans", 4],
        ["clientProfiles", 3],
        ["outbox", 2],
        ["apiKeys", 4],
        ["firms", 2],
      ]);
      const found = sqlite.prepare("select email from leads where id = ?").pluck().get(lead);
      expect(found).toBe("before@example.com");
    });

    it("200 with the same bytes each time, also after a restore", async () => {
      const sandbox = served(options());
      await sandbox.control("POST", "/snapshots", { name: "same" });
      const first = await bytesOf(await answerOf(sandbox, "same"));
      await newLead(sandbox, partnerKey.key, "after@example.com");
      await sandbox.control("POST", "/snapshots/same/restore");
      await newLead(sandbox, partnerKey.key, "again@example.com");
      expect((await bytesOf(await answerOf(sandbox, "same"))).equals(first)).toBe(true);
    });

    it("200 with the workspace's settings: clock, quota use, faults, assumptions", async () => {
      const sandbox = served(options());
      const now = "2030-03-02T09:00:00.000Z";
      await sandbox.control("PUT", "/clock", { mode: "frozen", now });
      await sandbox.control("PUT", "/assumptions", { "lead.delete": "204" });
      await sandbox.control("POST", `/quotas/${partnerKey.id}/use`, { count: 2 });
      const fault = await sandbox.control("POST", "/faults", { then: { status: 503 } });
      await sandbox.control("POST", "/snapshots", { name: "whole" });
      const sqlite = await downloaded(sandbox, "whole");
      const settings = sqlite.prepare("select value from settings where name like ?").pluck();
      expect(JSON.parse(String(settings.get("workspace")))).toMatchObject({
        clock: { mode: "frozen", now: Date.parse(now) },
        assumptions: { "lead.delete": "204" },
        quotas: { [partnerKey.id]: [Date.parse(now), Date.parse(now)] },
      });
      const id = text(fault, "data.id");
      expect(JSON.parse(String(settings.get("fault %")))).toMatchObject({ id });
    });
  },
);
