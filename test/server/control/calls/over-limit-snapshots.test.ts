import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";

const snapshot = (name: string) => ["POST", "/workspaces/kept/snapshots", { name }] as const;

describe.skipIf(isRemote)("--bytes-max and a data folder", () => {
  it("counts snapshots on disk: 507 for one more, and each way to remove some makes room", async () => {
    const data = dataFolder();
    const first = served({ data });
    await newWorkspace(first, { id: "kept" });
    await newWorkspace(first, { id: "other" });
    expect((await first.control(...snapshot("before"))).status).toBe(201);
    first.close();
    const taken = bytesIn(data);
    // Room for three more, by the size of one.
    const each = bytesIn(join(data, "kept.snapshots"));
    const options = { data, bytesMax: taken + 3.5 * each };
    const second = served(options);
    const statuses: number[] = [];
    for (const name of ["s1", "s2", "s3", "s4"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      statuses.push((await second.control(...snapshot(name))).status);
    }
    expect(statuses).toEqual([201, 201, 201, 507]);
    const refused = await second.control("POST", "/workspaces/other/snapshots", { name: "s1" });
    expect(text(refused, "message")).toMatch(
      /^All workspaces would take [\d,]+ bytes; --bytes-max/,
    );
    expect(text(refused, "hint")).toContain("snapshots");
    expect(bytesIn(data)).toBeLessThanOrEqual(options.bytesMax + each);
    expect((await second.control("DELETE", "/workspaces/kept/snapshots/s1")).status).toBe(200);
    expect((await second.control(...snapshot("s4"))).status).toBe(201);
    expect((await second.control(...snapshot("s5"))).status).toBe(507);
    expect((await second.control("POST", "/workspaces/kept/snapshots/s4/restore")).status).toBe(
      200,
    );
    second.close();
    const third = served(options);
    expect((await third.control(...snapshot("s5"))).status).toBe(507);
    expect((await third.control("DELETE", "/workspaces/kept")).status).toBe(200);
    await newWorkspace(third, { id: "kept" });
    expect((await third.control(...snapshot("s5"))).status).toBe(201);
  });
});

/** The bytes of the databases in a folder and those in it. */
function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter(({ name }) => name.endsWith(".sqlite"))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
