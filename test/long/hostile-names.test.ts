import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf } from "../support/reply.ts";
import { isRemote } from "../support/target.ts";

/** Names that point to another path, or that a file system treats specially. */
const names = [
  "..",
  ".",
  "",
  " ",
  "../outside",
  "..\\outside",
  "a/../../outside",
  "/etc/passwd",
  "C:\\Windows\\win.ini",
  "\\\\host\\share",
  "file:///etc/passwd",
  "outside.json",
  "..%2foutside",
  "%2e%2e%2foutside",
  "..%c0%afoutside",
  "a\0b",
  "a\nb",
  "a b",
  "a:b",
  "a*",
  "~",
  "-rf",
  ".hidden",
  "__proto__",
  "l\u00e4nge",
  "\u202eexe",
  "a".repeat(65),
  "a".repeat(10_000),
] as const;

/** Names that Windows reserves for devices, with any extension. */
const devices = ["con", "NUL", "aux", "PRN", "com1", "LPT9"] as const;

/** A snapshot name can contain a dot. */
const snapshotNames = names.filter((name) => name !== "outside.json");

let folder: string;
let sandbox: Sandbox;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lead-sandbox-names-"));
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "outside.json"), '{"description":"SECRET"}');
  writeFileSync(join(folder, "outside.sqlite"), "SECRET");
  sandbox = openSandbox({ data: join(folder, "data"), logLevel: "silent" });
});

afterAll(() => {
  sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function call(method: string, path: string, body?: unknown): Promise<Reply> {
  const sent =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const request = new Request(`http://127.0.0.1/_sandbox${path}`, { method, ...sent });
  return sandbox.fetch(request).then(replyOf);
}

/** Every file in the folder, apart from those of SQLite. */
function files(): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => !/-(?:wal|shm)$/.test(file))
    .toSorted();
}

// The tests inspect the data folder of the sandbox.
describe.skipIf(isRemote)("a hostile name", () => {
  it.each([...names, ...devices])(
    "causes 422 and creates no file for a workspace: %j",
    async (name) => {
      const before = files();
      expect((await call("POST", "/workspaces", { id: name })).status).toBe(422);
      expect(files()).toEqual(before);
    },
  );

  it.each([...snapshotNames, ...devices])(
    "causes 422 and creates no file for a snapshot: %j",
    async (name) => {
      const before = files();
      expect((await call("POST", "/snapshots", { name })).status).toBe(422);
      expect(files()).toEqual(before);
    },
  );

  it.each(names)("exposes no file as a URL path: %j", async (name) => {
    await call("POST", "/snapshots", { name: "before" });
    const before = files();
    const forms = [encodeURIComponent(name), encodeURIComponent(encodeURIComponent(name))];
    for (const form of forms.filter((one) => !/^\.{0,2}$/.test(one))) {
      for (const [method, path] of [
        ["GET", `/snapshots/${form}/download`],
        ["POST", `/snapshots/${form}/restore`],
        ["DELETE", `/snapshots/${form}`],
        ["DELETE", `/workspaces/${form}`],
        ["GET", `/workspaces/${form}/state`],
        ["GET", `/docs/${form}`],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- each one needs what the next one removes
        const reply = await call(method, path);
        expect(`${method} ${path} ${reply.status}`).toBe(`${method} ${path} 404`);
        expect(reply.text).not.toContain("SECRET");
      }
    }
    expect(files()).toEqual(before);
  });
});
