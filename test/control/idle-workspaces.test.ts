import { describe, expect, it } from "vitest";

import { column, text } from "../support/reply.ts";
import { standSystemAt } from "../support/system-time.ts";
import { isRemote } from "../support/target.ts";
import type { World } from "../support/world.ts";
import { monday, newWorld } from "../support/world.ts";
import { dataFolder, newWorkspace, served } from "../workspace/served.ts";

const hour = 3_600_000;
const start = Date.parse(monday);

// The fake system time is that of this process.
describe.skipIf(isRemote)("a workspace with a frozen clock that nobody uses", () => {
  it("expires after its time without use, although its clock stands still", async () => {
    standSystemAt(start);
    const { world, key } = await newBriefWorld();
    standSystemAt(start + hour - 1);
    expect(await idsIn(world)).toContain("brief");
    standSystemAt(start + hour);
    expect(await idsIn(world)).not.toContain("brief");
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(401);
  });

  it("stays while requests and control calls use it; a list is no use", async () => {
    standSystemAt(start);
    const { world, key } = await newBriefWorld();
    standSystemAt(start + 0.8 * hour);
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    standSystemAt(start + 1.6 * hour);
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(200);
    standSystemAt(start + 2.4 * hour);
    expect(await idsIn(world)).toContain("brief");
    standSystemAt(start + 2.6 * hour);
    expect(await idsIn(world)).not.toContain("brief");
  });

  it("begins its time again at a restart", async () => {
    standSystemAt(start);
    const data = dataFolder();
    const first = served({ data });
    await newWorkspace(first, { id: "brief", now: monday, ttlSeconds: 3_600 });
    first.close();
    standSystemAt(start + 3 * hour);
    const second = served({ data });
    expect((await second.control("GET", "/workspaces/brief")).status).toBe(200);
    standSystemAt(start + 4 * hour);
    expect((await second.control("GET", "/workspaces/brief")).status).toBe(404);
  });
});

/** A workspace `brief` on a frozen clock with an hour to live, and its Partner key. */
async function newBriefWorld(): Promise<{ readonly world: World; readonly key: string }> {
  const world = await newWorld({ sandbox: {} });
  const brief = { id: "brief", now: monday, ttlSeconds: 3_600 };
  const made = await world.server("POST", "/workspaces", brief);
  return { world, key: text(made, "data.firms.0.apiKeys.0.key") };
}

async function idsIn(world: World): Promise<readonly unknown[]> {
  return column(await world.server("GET", "/workspaces"), "id");
}
