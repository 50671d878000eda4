import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { standSystemAt } from "../../../support/system-time.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";

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
    const refused = await world.api("GET", "/v1/leads", { key: key.toUpperCase() });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-sandbox-reason")).toMatch(
      /^The workspace of this API key has expired/,
    );
  });

  it("is named in the reason only if it expired, and not if it was dropped or never existed", async () => {
    standSystemAt(start);
    const { world, key } = await newBriefWorld();
    await world.server("DELETE", "/workspaces/brief");
    for (const other of [key, "13570000-0000-4000-8000-000000000000"]) {
      // oxlint-disable-next-line no-await-in-loop -- one key at a time
      const refused = await world.api("GET", "/v1/leads", { key: other });
      expect(refused.headers.get("x-sandbox-reason")).toMatch(/^No workspace of this sandbox/);
    }
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

  it("expires after the time of the sandbox if its creator gave none; default never does", async () => {
    standSystemAt(start);
    const { control } = served({ workspaceTtl: 3_600 });
    await control("POST", "/workspaces", { id: "brief" });
    await control("POST", "/workspaces", { id: "own", idleSeconds: 7_200 });
    standSystemAt(start + hour);
    expect(column(await control("GET", "/workspaces"), "id")).toEqual(["default", "own"]);
    standSystemAt(start + 30 * hour);
    expect(column(await control("GET", "/workspaces"), "id")).toEqual(["default"]);
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

describe.skipIf(isRemote)("the list of workspaces", () => {
  it("shows how long nothing used each, and can have only those idle for some time", async () => {
    standSystemAt(start);
    const { control } = served();
    for (const id of ["asleep", "used"]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await control("POST", "/workspaces", { id });
    }
    standSystemAt(start + 2 * hour + 999);
    await control("GET", "/workspaces/used");
    await control("GET", "/leads");
    const idle = async (query = ""): Promise<unknown> => {
      const list = await control("GET", `/workspaces${query}`);
      return [column(list, "id"), column(list, "idleSeconds"), at(list, "meta.total")];
    };
    expect(await idle()).toEqual([["default", "asleep", "used"], [0, 7_200, 0], 3]);
    expect(await idle("?idleSeconds=7200")).toEqual([["asleep"], [7_200], 1]);
    expect(await idle("?idleSeconds=7201")).toEqual([[], [], 0]);
  });

  it.each(["-1", "1h"])("422 for idleSeconds=%s", async (seconds) => {
    const { control } = served();
    expect((await control("GET", `/workspaces?idleSeconds=${seconds}`)).status).toBe(422);
  });
});

describe.skipIf(isRemote)("a workspace that is dropped after some time", () => {
  it("stays until nothing used it for that long in real time, wherever its clock is", async () => {
    standSystemAt(start);
    const { world, key } = await newBriefWorld();
    const dropped = await world.server("DELETE", "/workspaces/brief?afterSeconds=7200");
    expect([dropped.status, text(dropped, "data.id")]).toEqual([200, "brief"]);
    await world.server("POST", "/workspaces/brief/clock/advance", { by: "P30D" });
    standSystemAt(start + 1.9 * hour);
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    standSystemAt(start + 3.8 * hour);
    expect(await idsIn(world)).toContain("brief");
    standSystemAt(start + 3.9 * hour);
    expect(await idsIn(world)).not.toContain("brief");
  });

  it("expires although it was created without a time to live, also after a restart", async () => {
    standSystemAt(start);
    const data = dataFolder();
    const first = served({ data });
    await newWorkspace(first, { id: "kept" });
    await first.control("DELETE", "/workspaces/kept?afterSeconds=3600");
    await first.control("POST", "/workspaces/kept/reset", {});
    first.close();
    standSystemAt(start + 3 * hour);
    const second = served({ data });
    expect((await second.control("GET", "/workspaces/kept")).status).toBe(200);
    standSystemAt(start + 4 * hour);
    expect((await second.control("GET", "/workspaces/kept")).status).toBe(404);
  });

  it.each(["0", "86401"])("does not wait for %j seconds", async (seconds) => {
    const { world } = await newBriefWorld();
    const path = `/workspaces/brief?afterSeconds=${seconds}`;
    expect((await world.server("DELETE", path)).status).toBe(422);
    expect((await world.server("DELETE", "/workspaces/default?afterSeconds=60")).status).toBe(409);
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
