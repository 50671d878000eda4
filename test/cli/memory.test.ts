import { readFileSync } from "node:fs";

import { describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../src/index.ts";
import { startReady } from "./program.ts";

/** The resident memory of a process in MiB. */
function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Creates this many workspaces with a Lead in each, and returns their ids. */
async function used(url: string, count: number): Promise<readonly string[]> {
  const { workspaces } = newSandboxClient({ url });
  const ids: string[] = [];
  while (ids.length < count) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as tests do
    const { id, firms } = await workspaces.create();
    ids.push(id);
    const key = firms[0]?.apiKeys[0]?.key ?? "";
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    await createMaya(`${url}/v1/firms/${firms[0]?.id}/leads`, key);
  }
  return ids;
}

async function createMaya(url: string, key: string): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "May" }),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
}

// The resident memory comes from /proc, which only Linux has.
describe.skipIf(process.platform !== "linux")("a served sandbox", { timeout: 120_000 }, () => {
  it("releases the memory of workspaces after they are dropped", async () => {
    const { ready, process: child, ended } = await startReady();
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    const { workspaces } = newSandboxClient({ url: ready.url });
    await used(ready.url, 1);
    const before = residentMiB(ready.pid);
    const ids = await used(ready.url, 1_500);
    expect(residentMiB(ready.pid) - before).toBeGreaterThan(200);
    for (const id of ids) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as tests do
      await workspaces.drop(id);
    }
    await expect
      .poll(() => residentMiB(ready.pid) - before, { timeout: 20_000, interval: 250 })
      .toBeLessThan(100);
  });
});
