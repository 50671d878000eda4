import { describe, expect, it } from "vitest";

import { at } from "../../support/reply.ts";
import { ids, monday } from "../../support/world.ts";
import { contentsOf } from "./contents.ts";
import { dataFolder, newLead, newWorkspace, served } from "./served.ts";

const kinds = [
  { kind: "in memory", options: () => ({}) },
  { kind: "in a file", options: () => ({ data: dataFolder() }) },
];

describe.each(kinds)("an unused workspace $kind", ({ options }) => {
  it("can be shown, listed and reset without opening its store", async () => {
    const sandbox = served(options());
    const made = await sandbox.control("POST", "/workspaces", { id: "one", now: monday });
    const shown = await sandbox.control("GET", "/workspaces/one");
    await sandbox.control("GET", "/workspaces");
    expect(at(shown, "data.firms")).toEqual(at(made, "data.firms"));
    expect(sandbox.workspace().isOpen()).toBe(false);
  });

  it("shows the same once its store is open", async () => {
    const sandbox = served(options());
    const key = await newWorkspace(sandbox, { id: "one", now: monday });
    const before = await sandbox.control("GET", "/workspaces/one");
    await sandbox.api(key, "GET", "/leads");
    const after = await sandbox.control("GET", "/workspaces/one");
    expect(at(after, "data.firms")).toEqual(at(before, "data.firms"));
  });

  it("shows the changes in its directory from then on", async () => {
    const sandbox = served(options());
    await sandbox.control("POST", "/firms", { id: "Newcomer", name: "New", firmType: "Partner" });
    expect((await sandbox.control("GET", "/workspaces/default")).text).toContain("Newcomer");
    await sandbox.control("POST", "/reset");
    expect((await sandbox.control("GET", "/workspaces/default")).text).not.toContain("Newcomer");
  });

  it("can be reset, also to another fixture, and uses that one", async () => {
    const sandbox = served(options());
    const key = await newWorkspace(sandbox, { id: "one" });
    expect((await sandbox.control("POST", "/workspaces/one/reset")).status).toBe(200);
    expect((await sandbox.api(key, "GET", `/leads/${ids.activeLead}`)).status).toBe(200);
    await newWorkspace(sandbox, { id: "other" });
    await sandbox.control("POST", "/workspaces/other/reset", { fixture: "empty" });
    expect((await sandbox.control("GET", "/workspaces/other/leads")).text).toContain('"total":0');
  });

  it("holds the same rows as a workspace that was used and reset", async () => {
    const one = served(options());
    const other = served(options());
    await newLead(other, "11111111-1111-4111-8111-111111111111", "ann@example.com");
    await other.control("POST", "/reset");
    expect(contentsOf(one)).toEqual(contentsOf(other));
  });
});
