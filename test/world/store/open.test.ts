import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { openStore, storeVersion } from "../../../src/world/store/store.ts";
import { aLead, leadIds, temporaryFolder } from "./samples.ts";

describe("openStore", () => {
  it("creates a missing file, and finds its rows again", () => {
    const file = keptFile();
    const store = openStore({ kind: "file", file });
    expect(leadIds(store)).toHaveLength(200);
    store.close();
  });

  it("rejects a file of a newer version, naming the file and both versions", () => {
    const file = keptFile();
    withSqlite(file, (sqlite) => sqlite.pragma("user_version = 99"));
    expect(() => openStore({ kind: "file", file })).toThrow(
      `The workspace file ${file} cannot be opened: it has version 99; this program supports versions up to ${storeVersion}.`,
    );
  });

  it.each([
    { title: "that is not an SQLite database", bytes: "This is a letter.\n".repeat(500) },
    { title: "that is shorter than the SQLite header", bytes: "x" },
    { title: "that is empty", bytes: "" },
  ])("rejects a file $title, names it and leaves it unchanged", ({ bytes }) => {
    const file = join(temporaryFolder(), "letter.sqlite");
    writeFileSync(file, bytes);
    expect(() => openStore({ kind: "file", file })).toThrow(
      `The workspace file ${file} cannot be opened: `,
    );
    expect(readFileSync(file, "utf8")).toBe(bytes);
  });

  it("rejects the database of another program, names it and leaves it unchanged", () => {
    const file = join(temporaryFolder(), "other.sqlite");
    withSqlite(file, (sqlite) => sqlite.exec("create table letters (text)"));
    const before = readFileSync(file);
    expect(() => openStore({ kind: "file", file })).toThrow(
      `The workspace file ${file} cannot be opened: it contains no workspace.`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])(
    "rejects a file cut to %d of its length, and names it",
    (part) => {
      const file = keptFile();
      truncateSync(file, Math.floor(readFileSync(file).length * part));
      expect(() => openStore({ kind: "file", file })).toThrow(
        `The workspace file ${file} cannot be opened: `,
      );
    },
  );

  it("rejects a file in a missing folder, and names it", () => {
    const file = join(temporaryFolder(), "nowhere", "ws.sqlite");
    expect(() => openStore({ kind: "file", file })).toThrow(
      `The workspace file ${file} cannot be opened: `,
    );
  });
});

describe("a file whose index disagrees with its table", () => {
  it.each([
    // The row number 100 follows the id.
    { index: "the ids of Leads", text: "L100d", named: "index sqlite_autoindex_leads_1" },
    { index: "the emails of Leads", text: "l100@example.com", named: "index leadsByEmail" },
  ])("is rejected, and the error names the index and the row ($index)", ({ text, named }) => {
    const file = keptFile();
    flipInIndex(file, text);
    const before = readFileSync(file);
    for (const how of [{}, { isLookedInto: true } as const]) {
      expect(() => openStore({ kind: "file", file, ...how })).toThrow(
        `The workspace file ${file} cannot be opened: it fails SQLite's own check: row 100 missing from ${named}, L100 in leads.`,
      );
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("is rejected at any size when its process was killed", () => {
    const file = keptFile("x".repeat(5_000_000));
    flipInIndex(file, "l100@example.com");
    writeFileSync(`${file}-wal`, "");
    writeFileSync(`${file}-open`, "");
    expect(() => openStore({ kind: "file", file })).toThrow("row 100 missing from index");
  });

  it("is opened when it is large and was closed, so that a start reads each page once", () => {
    const file = keptFile("x".repeat(5_000_000));
    flipInIndex(file, "l100@example.com");
    expect(() => openStore({ kind: "file", file }).close()).not.toThrow();
  });
});

describe("a file that is opened for inspection", () => {
  it("is read, stays the same byte for byte and gets no other file next to it", () => {
    const file = keptFile();
    const before = readFileSync(file);
    const store = openStore({ kind: "file", file, isLookedInto: true });
    expect(leadIds(store)).toHaveLength(200);
    store.close();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  it("is rejected for the same reasons as a file that is opened", () => {
    const file = keptFile();
    truncateSync(file, readFileSync(file).length - 1);
    expect(() => openStore({ kind: "file", file, isLookedInto: true })).toThrow(
      `The workspace file ${file} cannot be opened: `,
    );
  });

  it("is opened and upgraded to this version when it has an earlier one", () => {
    const file = join(temporaryFolder(), "first.sqlite");
    copyFileSync("test/long/fixtures/first-version.sqlite", file);
    openStore({ kind: "file", file, isLookedInto: true }).close();
    withSqlite(file, (sqlite) => {
      expect(sqlite.pragma("user_version", { simple: true })).toBe(storeVersion);
    });
  });
});

/** The closed file of a store with 200 Leads and a setting with that text. */
function keptFile(setting = ""): string {
  const file = join(temporaryFolder(), "ws-1.sqlite");
  const store = openStore({ kind: "file", file });
  for (let number = 1; number <= 200; number += 1) store.leads.insert(number, aLead(`L${number}`));
  store.settings.write("padding", setting);
  store.close();
  return file;
}

/** Flips a bit of that text in a page of an index. */
function flipInIndex(file: string, text: string): void {
  const bytes = readFileSync(file);
  const indexLeaf = 0x0a;
  for (let page = 0; page < bytes.length; page += bytes.readUInt16BE(16)) {
    const at = bytes.indexOf(text, page);
    if (bytes[page] === indexLeaf && at < page + bytes.readUInt16BE(16) && at > 0) {
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(file, bytes);
      return;
    }
  }
  throw new Error(`No index contains ${text}.`);
}

function withSqlite(file: string, work: (sqlite: Database.Database) => unknown): void {
  const sqlite = new Database(file);
  work(sqlite);
  sqlite.close();
}
