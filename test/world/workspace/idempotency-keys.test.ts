import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { newIdempotencyKeys } from "../../../src/world/workspace/requests/idempotency-keys.ts";
import type { Served } from "./served.ts";
import { dataFolder, newLead, served } from "./served.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";
const path = "/firms/Harb0rPt/leads";

async function created(sandbox: Served, email: string, key: string): Promise<number> {
  const person = { email, firstName: "Ida", lastName: "Ito" };
  const sent = await sandbox.api(partnerKey, "POST", path, person, { "idempotency-key": key });
  return sent.status;
}

describe.each([{}, { data: true }])("idempotency keys, with %j", ({ data = false }) => {
  const checked = async (): Promise<Served> => {
    const sandbox = served(data ? { data: dataFolder() } : {});
    await sandbox.control("PUT", "/assumptions", { "http.idempotency-key": "409" });
    return sandbox;
  };

  it("of requests in the same turn go to the first one that succeeds", async () => {
    const sandbox = await checked();
    await newLead(sandbox, partnerKey, "taken@example.com");
    const statuses = await Promise.all([
      created(sandbox, "taken@example.com", "one"),
      created(sandbox, "free@example.com", "one"),
      created(sandbox, "late@example.com", "one"),
    ]);
    expect(statuses).toEqual([409, 201, 409]);
    const { text } = await sandbox.control("GET", "/leads");
    expect(text).toContain("free@example.com");
    expect(text).not.toContain("late@example.com");
  });

  it("are lost with the transaction that they belong to", async () => {
    const { workspace } = await checked();
    const { idempotencyKeys, transaction } = workspace();
    const lost = (): void =>
      transaction(() => {
        idempotencyKeys.add("one");
        expect(idempotencyKeys.has("one")).toBe(true);
        throw new Error("lost");
      });
    expect(lost).toThrow("lost");
    expect(idempotencyKeys.has("one")).toBe(false);
  });

  it("are the newest 1,000", async () => {
    const { workspace } = await checked();
    const keys = newIdempotencyKeys(workspace().store);
    for (let number = 0; number <= 1_000; number += 1) keys.add(`key ${number}`);
    expect([keys.has("key 0"), keys.has("key 1"), keys.has("key 1000")]).toEqual([
      false,
      true,
      true,
    ]);
    keys.add("key 2");
    expect(keys.has("key 1")).toBe(true);
  });
});

describe("kept answers", () => {
  it("are in the file, with what their requests wrote, after a restart", async () => {
    const data = dataFolder();
    for (const expected of [201, 201, 422]) {
      const sandbox = served({ data });
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await sandbox.control("PUT", "/assumptions", { "http.idempotency-key": "replay" });
      const email = expected === 201 ? "ida@example.com" : "other@example.com";
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      expect(await created(sandbox, email, "one")).toBe(expected);
      sandbox.close();
    }
  });

  it("are the newest 1,000, of up to 16 MiB", () => {
    const keys = newIdempotencyKeys(served().workspace().store);
    for (let number = 0; number <= 1_000; number += 1) keys.keep(`key ${number}`, { number });
    expect([keys.find("key 0"), keys.find("key 1")]).toEqual([null, '{"number":1}']);
    const long = "x".repeat(6 * 1024 * 1024);
    for (const key of ["a", "b", "c"]) keys.keep(key, long);
    expect(["key 1000", "a", "b", "c"].map((key) => keys.find(key)?.length ?? 0)).toEqual([
      0,
      0,
      long.length + 2,
      long.length + 2,
    ]);
  });
});

describe("a file of an earlier version", () => {
  it("keeps its idempotency keys, which were in its settings", async () => {
    const data = dataFolder();
    const first = served({ data });
    await first.control("PUT", "/assumptions", { "http.idempotency-key": "409" });
    expect(await created(first, "ida@example.com", "one")).toBe(201);
    first.close();
    const file = new Database(join(data, "default.sqlite"));
    file.exec(`update settings set value = json_set(value, '$.idempotencyKeys',
      json((select json_group_array(json(value)) from settings where name like 'idempotency key %')))
      where name = 'workspace';
      delete from settings where name like 'idempotency key %'`);
    file.close();
    for (const email of ["second@example.com", "third@example.com"]) {
      const sandbox = served({ data });
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      expect(await created(sandbox, email, "one")).toBe(409);
      sandbox.close();
    }
  });
});
