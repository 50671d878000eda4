import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { text } from "../../../support/reply.ts";
import { dataFolder, served } from "../../../world/workspace/served.ts";

/** Makes every further write to a file fail as on a full disk. */
function fillDisk(): void {
  const { writeFileSync } = fs;
  replaceWrite(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  onTestFinished(() => replaceWrite(writeFileSync));
}

function replaceWrite(writeFileSync: unknown): void {
  Object.assign(fs, { writeFileSync });
  syncBuiltinESMExports();
}

describe("a full disk", () => {
  it("logs one line on standard error for all failures, and answers 500 to each", async () => {
    const sandbox = served({ data: dataFolder() });
    const lines: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
    fillDisk();
    for (const name of ["one", "two", "three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await sandbox.control("POST", "/snapshots", { name });
      expect(reply.status).toBe(500);
      expect(text(reply, "message")).toContain("no space left on device");
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^lead-sandbox: .* cannot be written: ENOSPC.*\.\n$/);
  });
});
