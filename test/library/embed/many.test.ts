import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { createSandbox } from "../../../src/index.ts";

/** A leaked sandbox would take a megabyte of heap, a leaked workspace 77 KiB. */
const bytesLeftMax = 16 * 1024;

describe("many sandboxes", () => {
  it("leak neither memory nor handles: of 150, the last 50 leave less than 16 KiB each", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      "test/library/embed/many-sandboxes.ts",
    ]);
    const { heaps, resources }: { heaps: readonly number[]; resources: readonly string[] } =
      JSON.parse(stdout);
    const [, second = 0, third = Infinity] = heaps;
    expect((third - second) / 50).toBeLessThan(bytesLeftMax);
    expect(resources).toEqual([]);
  }, 60_000);

  it("can run at the same time, each with its own world", async () => {
    const sandboxes = await Promise.all(
      Array.from({ length: 30 }, (_, seed) => createSandbox({ seed, fixture: "empty" })),
    );
    const counts = await Promise.all(
      sandboxes.map(async (sandbox, at) => {
        const { apiKey, firmId, client } = await sandbox.workspace({ quotaPerHour: null });
        for (let lead = 0; lead < at % 3; lead += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one Lead after the other
          await sandbox.fetch(`/v1/firms/${firmId}/leads`, {
            method: "POST",
            headers: { "x-api-key": apiKey, "content-type": "application/json" },
            body: JSON.stringify({ email: `l${lead}@example.com`, firstName: "L", lastName: "L" }),
          });
        }
        return (await client.leads.list()).meta.total;
      }),
    );
    expect(counts).toEqual(sandboxes.map((_, at) => at % 3));
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  });
});
