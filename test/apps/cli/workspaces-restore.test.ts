import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Driven } from "./driven.ts";
import { newDrivenWorkspace, serveDriven } from "./driven.ts";
import { runHere, temporaryFolder } from "./program.ts";

let driven: Driven;
beforeAll(async () => {
  driven = await serveDriven();
});
afterAll(() => driven.stop());

describe("workspaces restore", () => {
  it("creates a workspace from a downloaded snapshot, and prints its keys", async () => {
    const { workspace, leadId } = await newDrivenWorkspace(driven);
    await workspace.snapshots.take("before");
    const file = join(temporaryFolder(), "before.sqlite");
    writeFileSync(file, await workspace.snapshots.download("before"));
    const args = ["workspaces", "restore", file, "--url", driven.url];
    const { code, stdout, stderr } = await runHere([...args, "--id", "copy"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Workspace copy\nfirm +key +for\nHarb0rPt +[\w-]{36} +/);
    const { data } = await driven.client.workspace("copy").leads.list({ limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([leadId]);
    const printed = await runHere([...args, "--json"]);
    expect(JSON.parse(printed.stdout)).toMatchObject({ fixture: "default" });
  });

  it("2 for a file of more than 64 MiB, of which it reads no more", async () => {
    const { code, stderr } = await runHere([
      "workspaces",
      "restore",
      "/dev/zero",
      "--url",
      driven.url,
    ]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("64 MiB") });
  });
});
