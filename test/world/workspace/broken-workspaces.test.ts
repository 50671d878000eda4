import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { at, text } from "../../support/reply.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

describe("a new workspace whose file is there", () => {
  it("is 409 like any other name that is taken: some disks ignore case", async () => {
    const data = dataFolder();
    const sandbox = served({ data });
    await newWorkspace(sandbox, { id: "CI" });
    // A disk that ignores case answers for this name, too.
    writeFileSync(join(data, "ci.sqlite"), "");
    expect((await sandbox.control("POST", "/workspaces", { id: "ci" })).status).toBe(409);
  });
});

/** A data folder with the workspaces default, good and bad. */
async function threeWorkspaces(): Promise<string> {
  const data = dataFolder();
  const first = served({ data });
  for (const id of ["good", "bad"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const key = await newWorkspace(first, { id });
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await newLead(first, key, `${id}@example.com`);
  }
  first.close();
  return data;
}

function changeSettings(file: string, change: string): void {
  const sqlite = new Database(file);
  sqlite.exec(change);
  sqlite.close();
}

const setting = `json_set(value, '$.fromTheFuture', 1)`;

const damages = [
  {
    name: "is no database",
    damage: (file: string) => writeFileSync(file, "no database\n".repeat(100)),
    reason: "cannot be opened: ",
  },
  {
    name: "was truncated",
    damage: (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -100)),
    reason: "cannot be opened: ",
  },
  {
    name: "has a setting of a newer version",
    damage: (file: string) =>
      changeSettings(file, `update settings set value = ${setting} where name = 'workspace'`),
    reason:
      'cannot be opened: its settings are invalid: Unrecognized key: "fromTheFuture". A newer version may have written this file.',
  },
  {
    name: "lacks its settings",
    damage: (file: string) => changeSettings(file, "delete from settings where name = 'workspace'"),
    reason: "cannot be opened: it has no workspace settings.",
  },
  {
    name: "has settings of a wrong type",
    damage: (file: string) =>
      changeSettings(
        file,
        "update settings set value = json_set(value, '$.origin.seed', 'x') where name = 'workspace'",
      ),
    reason: "cannot be opened: its settings are invalid: origin.seed: Invalid input",
  },
  {
    name: "has former keys that are no list",
    damage: (file: string) => writeFileSync(file.replace(".sqlite", ".former-keys.json"), "{}"),
    reason: "bad.former-keys.json cannot be opened: ",
  },
];

describe("a workspace whose file is damaged", () => {
  it.each(damages)("is set aside when it $name, and the others are served", async (row) => {
    const data = await threeWorkspaces();
    const file = join(data, "bad.sqlite");
    row.damage(file);
    const before = readFileSync(file);
    const sandbox = served({ data });
    const listed = await sandbox.control("GET", "/workspaces");
    expect(at(listed, "meta.total")).toBe(2);
    expect(at(listed, "broken.0.id")).toBe("bad");
    expect(text(listed, "broken.0.reason")).toContain(row.reason);
    expect(text(listed, "broken.0.reason")).not.toContain("\n");
    const health = await sandbox.control("GET", "/health");
    expect(at(health, "data.brokenWorkspaces")).toEqual(at(listed, "broken"));
    const leads = await sandbox.control("GET", "/workspaces/good/leads");
    expect(leads.text).toContain("good@example.com");
    sandbox.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    { method: "GET", path: "/workspaces/bad" },
    { method: "GET", path: "/workspaces/bad/leads" },
    { method: "POST", path: "/workspaces/bad/reset" },
    { method: "DELETE", path: "/workspaces/bad" },
    { method: "GET", path: "/workspaces/bad/mailpit/api/v1/messages" },
    { method: "POST", path: "/workspaces", body: { id: "bad" } },
  ])("is answered 409 with the reason: $method $path", async ({ method, path, body }) => {
    const data = await threeWorkspaces();
    const file = join(data, "bad.sqlite");
    writeFileSync(file, "no database");
    const files = readdirSync(data);
    const sandbox = served({ data });
    const reply = await sandbox.control(method, path, body);
    expect(reply.status).toBe(409);
    expect(reply.text).toContain(`The workspace file ${file} cannot be opened`);
    sandbox.close();
    expect(readFileSync(file, "utf8")).toBe("no database");
    expect(readdirSync(data)).toEqual(files);
  });

  it("keeps its id, which no new workspace gets", async () => {
    const data = dataFolder();
    served({ data }).close();
    writeFileSync(join(data, "ws-1.sqlite"), "no database");
    const made = await served({ data }).control("POST", "/workspaces", {});
    expect(text(made, "data.id")).toBe("ws-2");
  });

  it("fails the start with strictData", async () => {
    const data = await threeWorkspaces();
    writeFileSync(join(data, "bad.sqlite"), "no database");
    expect(() => served({ data, strictData: true })).toThrow(
      `The workspace file ${join(data, "bad.sqlite")} cannot be opened`,
    );
  });

  it("fails the start when it is the default one, which an empty one must not replace", async () => {
    const data = await threeWorkspaces();
    writeFileSync(join(data, "default.sqlite"), "no database");
    expect(() => served({ data })).toThrow(
      `The workspace file ${join(data, "default.sqlite")} cannot be opened`,
    );
  });
});

/** What a newer version can leave in a file. */
const newer = [
  {
    name: "an unknown setting",
    change: `update settings set value = ${setting} where name = 'workspace'`,
  },
  {
    name: "an unknown setting of its origin",
    change:
      "update settings set value = json_set(value, '$.origin.later', 1) where name = 'workspace'",
  },
  { name: "a higher version of its tables", change: "pragma user_version = 9999" },
];

describe.each(newer)("a default workspace with $name", ({ change }) => {
  it("is set aside under another name, with its snapshots, and the server starts", async () => {
    const data = await threeWorkspaces();
    const first = served({ data });
    await first.control("POST", "/snapshots", { name: "before" });
    first.close();
    const file = join(data, "default.sqlite");
    changeSettings(file, change);
    const before = readFileSync(file);
    const sandbox = served({ data });
    const listed = await sandbox.control("GET", "/workspaces");
    expect(at(listed, "meta.total")).toBe(3);
    expect(at(listed, "broken.0.id")).toBe("default-newer");
    expect(text(listed, "broken.0.reason")).toMatch(
      /default\.sqlite cannot be opened: .* It has been renamed to default-newer\.sqlite, /,
    );
    expect((await sandbox.control("GET", "/workspaces/default-newer/leads")).status).toBe(409);
    expect((await sandbox.control("GET", "/workspaces/good/leads")).text).toContain("good@");
    sandbox.close();
    expect(readFileSync(join(data, "default-newer.sqlite")).equals(before)).toBe(true);
    expect(readdirSync(join(data, "default-newer.snapshots"))).toEqual(["before.sqlite"]);
    const again = served({ data });
    expect(at(await again.control("GET", "/workspaces"), "broken.0.id")).toBe("default-newer");
    again.close();
  });

  it("fails the start with strictData, and keeps its name", async () => {
    const data = await threeWorkspaces();
    changeSettings(join(data, "default.sqlite"), change);
    const files = readdirSync(data);
    expect(() => served({ data, strictData: true })).toThrow(
      `The workspace file ${join(data, "default.sqlite")} cannot be opened`,
    );
    expect(readdirSync(data)).toEqual(files);
  });
});

describe("a default workspace of a newer version", () => {
  it("takes no name that is in use, and opens again in that version", async () => {
    const data = await threeWorkspaces();
    const first = served({ data });
    await newLead(first, await newWorkspace(first, { id: "default-newer" }), "kept@example.com");
    await first.control("PATCH", "/workspaces/default", { label: "from the newer version" });
    first.close();
    const file = join(data, "default.sqlite");
    changeSettings(file, `update settings set value = ${setting} where name = 'workspace'`);
    served({ data }).close();
    const aside = join(data, "default-newer-2.sqlite");
    changeSettings(
      aside,
      "update settings set value = json_remove(value, '$.fromTheFuture') where name = 'workspace'",
    );
    const sandbox = served({ data });
    const shown = await sandbox.control("GET", "/workspaces/default-newer-2");
    expect(at(shown, "data.label")).toBe("from the newer version");
    const other = await sandbox.control("GET", "/workspaces/default-newer/leads");
    expect(other.text).toContain("kept@example.com");
  });

  it("that is damaged as well fails the start", async () => {
    const data = await threeWorkspaces();
    changeSettings(
      join(data, "default.sqlite"),
      "update settings set value = json_set(value, '$.later', 1, '$.draws', 'x') where name = 'workspace'",
    );
    expect(() => served({ data })).toThrow("its settings are invalid");
  });
});
