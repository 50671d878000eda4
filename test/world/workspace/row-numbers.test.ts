import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { text } from "../../support/reply.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const people = ["ann@example.com", "bea@example.com"] as const;

/** A data folder whose workspace has those two Leads, their mails and a snapshot. `change` changed its file. */
async function changedFolder(change: string): Promise<string> {
  const data = dataFolder();
  const first = served({ data });
  const key = await newWorkspace(first, { id: "kept" });
  for (const email of people) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await newLead(first, key, email);
  }
  await first.control("POST", "/workspaces/kept/snapshots", { name: "before" });
  first.close();
  changeFile(join(data, "kept.sqlite"), change);
  return data;
}

function changeFile(file: string, change: string): void {
  const sqlite = new Database(file);
  sqlite.exec(change);
  sqlite.close();
}

/** Moves the last Lead and its mail far behind the others. */
function movedTo(number: string): string {
  return `
    update leads set number = ${number} where email = 'bea@example.com';
    update outbox set number = ${number} where number = (select max(number) from outbox);
    update sqlite_sequence set seq = ${number} where name = 'outbox'`;
}

describe("a data file whose row numbers are far apart", () => {
  it.each(["leads", "state", "emails", "mailpit/api/v1/search?query=to:example.com"])(
    "is read row by row: GET W/%s",
    async (path) => {
      const sandbox = served({ data: await changedFolder(movedTo("1000000000000")) });
      const reply = await sandbox.control("GET", `/workspaces/kept/${path}`);
      expect(reply.status).toBe(200);
      expect(people.filter((email) => reply.text.includes(email))).toEqual(people);
    },
  );

  it("takes another Lead, and a snapshot with all of them", async () => {
    const sandbox = served({ data: await changedFolder(movedTo("1000000000000")) });
    const key = text(
      await sandbox.control("GET", "/workspaces/kept"),
      "data.firms.0.apiKeys.0.key",
    );
    await newLead(sandbox, key, "cat@example.com");
    await sandbox.control("POST", "/workspaces/kept/snapshots", { name: "one" });
    const state = await sandbox.control("GET", "/workspaces/kept/snapshots/one/state");
    const all = [...people, "cat@example.com"];
    expect(all.filter((email) => state.text.includes(email))).toEqual(all);
  });
});

const firstTo = (number: string): string =>
  `update leads set number = ${number} where number = (select min(number) from leads)`;

describe("a data file with a row number that is out of range", () => {
  it.each([
    { table: "leads", number: "9007199254740993", change: movedTo("9007199254740993") },
    { table: "leads", number: "9223372036854775807", change: movedTo("9223372036854775807") },
    { table: "leads", number: "0", change: firstTo("0") },
    { table: "leads", number: "-5", change: firstTo("-5") },
    {
      table: "sqlite_sequence",
      number: "9007199254740993",
      change: "update sqlite_sequence set seq = 9007199254740993",
    },
  ])("is rejected by name: $number in $table", async ({ table, number, change }) => {
    const data = await changedFolder(change);
    expect(() => served({ data, strictData: true })).toThrow(
      `The workspace file ${join(data, "kept.sqlite")} cannot be opened: its table ${table} has the row number ${number}. Expected a number from 1 to 4503599627370496.`,
    );
  });

  it.each([
    { method: "GET", call: "state" },
    { method: "POST", call: "restore" },
  ])("is rejected as a snapshot: $method $call", async ({ method, call }) => {
    const data = await changedFolder("");
    changeFile(join(data, "kept.snapshots", "before.sqlite"), movedTo("9007199254740993"));
    const sandbox = served({ data });
    const reply = await sandbox.control(method, `/workspaces/kept/snapshots/before/${call}`);
    expect(reply.status).toBe(409);
    expect(text(reply, "message")).toContain(
      "The snapshot before cannot be opened: its table leads has the row number 9007199254740993.",
    );
    const { text: leads } = await sandbox.control("GET", "/workspaces/kept/leads");
    expect(people.filter((email) => leads.includes(email))).toEqual(people);
  });
});
