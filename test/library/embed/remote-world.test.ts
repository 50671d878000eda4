import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { FixtureWorld } from "../../../src/library/embed/workspace.ts";
import { idsOf, refer, remote } from "./remote.ts";

/** A world of one Firm whose key has a fixed value. */
const world = {
  assumptions: { "lead.delete": "204" },
  firms: [{ id: "Lighths1", name: "Lighthouse Loans", firmType: "Partner" }],
  firmMembers: [
    {
      id: "LHowner1",
      firmId: "Lighths1",
      email: "lea@lighthouse.example",
      firstName: "Lea",
      lastName: "Light",
      isOwner: true,
    },
  ],
  referralCodes: [{ id: "LHcode01", firmId: "Lighths1" }],
  apiKeys: [
    {
      id: "LHkey001",
      firmId: "Lighths1",
      key: "11111111-2222-4333-8444-555555555555",
      roleType: "Partner",
      environment: "sandbox",
    },
  ],
} satisfies FixtureWorld;

describe("a world as the fixture of a workspace in a running sandbox", () => {
  const serverOptions = { quota: 11, assumptions: { "lead.email.case": "exact" } };

  it("is the initial state of the workspace, with the quota and the assumptions of the sandbox", async () => {
    const { sandbox } = await remote({ fixture: world }, serverOptions);
    const workspaces = [await sandbox.workspace(), await sandbox.workspace()];
    for (const workspace of workspaces) {
      expect(workspace).toMatchObject({ firmId: "Lighths1", referralCodeId: "LHcode01" });
      expect(workspace.firms[0]?.apiKeys[0]?.quotaPerHour).toBe(11);
      // oxlint-disable-next-line no-await-in-loop -- one workspace at a time
      expect(await workspace.client.assumptions.get()).toMatchObject({
        "lead.delete": "204",
        "lead.email.case": "exact",
      });
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      expect(await refer(workspace)).toBe(201);
    }
    expect(workspaces[0]?.apiKey).not.toBe(workspaces[1]?.apiKey);
  });

  it("is restored by a reset with the same key, unless the reset names another fixture", async () => {
    const { sandbox } = await remote();
    const workspace = await sandbox.workspace({ fixture: world });
    await refer(workspace);
    const { firms } = await workspace.client.reset();
    expect(firms[0]?.apiKeys[0]?.key).toBe(workspace.apiKey);
    expect((await workspace.client.leads.list()).meta.total).toBe(0);
    expect(await refer(workspace)).toBe(201);
    const other = await workspace.client.reset({ fixture: "empty" });
    expect(other.firms[0]?.id).toBe("Harb0rPt");
  });

  it("leaves no workspace behind when it is invalid", async () => {
    const { server, sandbox } = await remote();
    const wrong: object = { firms: "none" };
    await expect(sandbox.workspace({ fixture: wrong })).rejects.toThrow(/firms/);
    expect(await idsOf(server)).toEqual(["default"]);
  });

  it("may be a JSON file on the test's machine, by path or by name", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-remote-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "lighthouse.json");
    writeFileSync(file, JSON.stringify(world));
    const { sandbox } = await remote({ fixture: file });
    const made = [await sandbox.workspace(), await sandbox.workspace({ fixture: "lighthouse" })];
    expect(made.map(({ firmId }) => firmId)).toEqual(["Lighths1", "Lighths1"]);
    const { firmId } = await sandbox.workspace({ fixture: "empty" });
    expect(firmId).toBe("Harb0rPt");
    await expect(remote({ fixture: join(folder, "none.json") })).rejects.toThrow(/none\.json/);
  });
});
