import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, text } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import type { Served } from "./served.ts";
import { dataFolder, newWorkspace, served } from "./served.ts";

const key = "0c0ffee0-0000-4000-8000-000000000001";

function issue(sandbox: Served, workspace: string, wanted = key): Promise<Reply> {
  return sandbox.control("POST", `/workspaces/${workspace}/api-keys`, {
    key: wanted,
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
  });
}

/** The workspaces that own the key `wanted`: those whose journals have its requests. */
async function ownersOf(sandbox: Served, wanted = key): Promise<readonly string[]> {
  const path = `/leads/asked-${Math.trunc(performance.now())}`;
  await sandbox.api(wanted, "GET", path);
  const owners: string[] = [];
  for (const id of ["a", "default", "z"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const requests = await sandbox.control("GET", `/workspaces/${id}/requests`);
    if (requests.text.includes(path)) owners.push(id);
  }
  return owners;
}

describe.each([
  { name: "in memory", options: () => ({}) },
  { name: "with --data", options: () => ({ data: dataFolder() }) },
])("a key, $name", ({ options }) => {
  async function twoWorkspaces(): Promise<Served> {
    const sandbox = served(options());
    await newWorkspace(sandbox, { id: "a" });
    await newWorkspace(sandbox, { id: "z" });
    return sandbox;
  }

  it.each([
    { first: "a", second: "z" },
    { first: "z", second: "a" },
  ])(
    "causes 409 in the second workspace ($second) while a snapshot of the first can restore it (5.2)",
    async ({ first, second }) => {
      const sandbox = await twoWorkspaces();
      expect((await issue(sandbox, first)).status).toBe(201);
      await sandbox.control("POST", `/workspaces/${first}/snapshots`, { name: "one" });
      await sandbox.control("POST", `/workspaces/${first}/reset`, {});
      expect((await issue(sandbox, second)).status).toBe(409);
      await sandbox.control("POST", `/workspaces/${first}/snapshots/one/restore`);
      expect(await ownersOf(sandbox)).toEqual([first]);
    },
  );

  it("can be issued again in its own workspace after a reset (5.2)", async () => {
    const sandbox = await twoWorkspaces();
    await issue(sandbox, "a");
    await sandbox.control("POST", "/workspaces/a/reset", {});
    expect((await issue(sandbox, "a")).status).toBe(201);
    expect(await ownersOf(sandbox)).toEqual(["a"]);
  });

  it("causes 409 in other workspaces if the default workspace regains it by a reset (5.2)", async () => {
    const sandbox = await twoWorkspaces();
    const keys = await sandbox.control("GET", "/api-keys");
    const wellKnown = text(keys, "data.0.key");
    await sandbox.control("PUT", "/state", { firms: [] });
    expect((await issue(sandbox, "a", wellKnown)).status).toBe(409);
    await sandbox.control("POST", "/reset");
    expect(await ownersOf(sandbox, wellKnown)).toEqual(["default"]);
  });

  it("stays with the workspace that took it when the first workspace is created again (5.2)", async () => {
    const sandbox = await twoWorkspaces();
    const derived = text(await sandbox.control("GET", "/workspaces/z/api-keys"), "data.0.key");
    await sandbox.control("DELETE", "/workspaces/z");
    expect((await issue(sandbox, "a", derived)).status).toBe(201);
    expect(await newWorkspace(sandbox, { id: "z" })).not.toBe(derived);
    expect(await ownersOf(sandbox, derived)).toEqual(["a"]);
  });
});

describe("a key of a workspace in a file", () => {
  it.each([
    { first: "a", second: "z" },
    { first: "z", second: "a" },
  ])(
    "still belongs to $first after a restart, and causes 409 in $second",
    async ({ first, second }) => {
      const data = dataFolder();
      const before = served({ data });
      await newWorkspace(before, { id: "a" });
      await newWorkspace(before, { id: "z" });
      await issue(before, first);
      await before.control("POST", `/workspaces/${first}/snapshots`, { name: "one" });
      await before.control("POST", `/workspaces/${first}/reset`, {});
      before.close();
      const after = served({ data });
      const refused = await issue(after, second);
      expect([refused.status, at(refused, "data")]).toEqual([409, undefined]);
      await after.control("POST", `/workspaces/${first}/snapshots/one/restore`);
      expect(await ownersOf(after)).toEqual([first]);
      after.close();
      const last = served({ data });
      expect(await ownersOf(last)).toEqual([first]);
      expect((await issue(last, second)).status).toBe(409);
    },
  );
});
