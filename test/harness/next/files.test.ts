import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { announcedIn } from "../../../src/apps/cli/check/announced-in.ts";

const folder = mkdtempSync(join(tmpdir(), "next-"));
afterAll(() => rmSync(folder, { recursive: true }));

const list = "- status:201→200\n";
const ids = ["status:201→200"];

/** The ids of the changes in a file. */
async function idsOf(name: string, from?: string): Promise<readonly string[]> {
  const { changes } = await announcedIn(join(folder, name), from);
  return changes.map(({ id }) => id);
}

describe("the file of --next", () => {
  it.each([
    ["a byte order mark", Buffer.from(`\uFEFF${list}`)],
    ["UTF-16, as PowerShell writes it", Buffer.from(`\uFEFF${list}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(list, "utf16le")],
  ])("may have %s", async (_what, bytes) => {
    writeFileSync(join(folder, "list.yaml"), bytes);
    expect(await idsOf("list.yaml")).toEqual(ids);
  });

  it("is refused in Latin-1, with the byte", async () => {
    writeFileSync(join(folder, "latin.yaml"), Buffer.from('- { note: "é" }', "latin1"));
    await expect(idsOf("latin.yaml")).rejects.toThrow("not UTF-8: the byte 0xE9 at offset 11");
  });

  it("is refused if it is a folder or vanished, and as --from, too", async () => {
    await expect(idsOf(".")).rejects.toThrow("is not a file. Give the path of an OpenAPI document");
    await expect(idsOf("gone.yaml")).rejects.toThrow("gone.yaml cannot be read: ENOENT");
    writeFileSync(join(folder, "list.yaml"), list);
    await expect(idsOf("list.yaml", join(folder, "gone"))).rejects.toThrow("gone cannot be read");
    const present = join(folder, "list.yaml");
    await expect(idsOf("list.yaml", present)).rejects.toThrow("is not an OpenAPI document. Give");
  });

  it("is refused if it is a pipe, which may never end", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(idsOf("pipe")).rejects.toThrow("pipe is not a file");
  });
});
