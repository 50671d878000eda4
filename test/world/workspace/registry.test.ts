import { describe, expect, it } from "vitest";

import { newFixtureLibrary } from "../../../src/world/workspace/fixtures/fixtures.ts";
import { newFreeIds } from "../../../src/world/workspace/registry/new-workspace.ts";
import { openRegistry } from "../../../src/world/workspace/registry/registry.ts";
import { memoryStorage } from "../../../src/world/workspace/storage/memory-storage.ts";
import { at } from "../../support/reply.ts";
import { monday } from "../../support/world.ts";
import { newLead, newWorkspace, served } from "./served.ts";

describe("a workspace with ttlSeconds", () => {
  it("frees its id when it expires", async () => {
    const sandbox = served();
    await newWorkspace(sandbox, { id: "brief", now: monday, ttlSeconds: 1 });
    await sandbox.control("POST", "/workspaces/brief/clock/advance", { by: "PT1S" });
    const again = await sandbox.control("POST", "/workspaces", { id: "brief", now: monday });
    expect(again.status).toBe(201);
  });
});

describe("an API key", () => {
  it("belongs to one workspace, even if two have the same seed (5.2)", async () => {
    const sandbox = served();
    const one = await newWorkspace(sandbox, { id: "one", seed: 3 });
    const other = await newWorkspace(sandbox, { id: "other", seed: 3 });
    expect(other).not.toBe(one);
    const lead = await newLead(sandbox, one, "one@example.com");
    expect((await sandbox.api(one, "GET", `/leads/${lead}`)).status).toBe(200);
    expect((await sandbox.api(other, "GET", `/leads/${lead}`)).status).toBe(404);
  });
});

describe("a workspace created without an id", () => {
  it("gets a free id, even if a tester took the next one", async () => {
    const sandbox = served();
    await newWorkspace(sandbox, { id: "ws-1" });
    await newWorkspace(sandbox, {});
    const made = await sandbox.control("GET", "/workspaces");
    expect([0, 1, 2].map((index) => at(made, `data.${index}.id`))).toEqual([
      "default",
      "ws-1",
      "ws-2",
    ]);
  });
});

describe("the registry", () => {
  it("opens a workspace only at its first use, however often it is listed", () => {
    const { registry, opened } = registryThatTells();
    const made = registry.create({ ...plain, id: "one" });
    registry.create({ ...plain, id: "other" });
    expect(registry.list().map(({ id }) => id)).toEqual(["one", "other"]);
    expect(opened).toEqual([]);
    const key = made.ok ? made.workspace.keys()[0]?.key : undefined;
    expect(registry.findKey(key ?? "")?.workspace.id).toBe("one");
    expect(opened).toEqual(["one"]);
    expect(registry.find("one")).toBe(registry.findKey(key ?? "")?.workspace);
    registry.close();
  });

  it("finds no workspace by the keys of one that was dropped before its first use", () => {
    const { registry, opened } = registryThatTells();
    const made = registry.create({ ...plain, id: "one" });
    const key = made.ok ? made.workspace.keys()[0]?.key : undefined;
    registry.drop("one");
    expect(registry.findKey(key ?? "")).toBeNull();
    expect(registry.list()).toEqual([]);
    expect(opened).toEqual([]);
  });
});

const plain = {
  fixture: "default",
  seed: 1,
  clock: { mode: "system", offsetMs: 0 },
  assumptions: {},
} as const;

/** An empty registry in memory, and the ids of the workspaces that it opened. */
function registryThatTells() {
  const opened: string[] = [];
  const registry = openRegistry({
    fixtures: newFixtureLibrary("fixtures"),
    sandbox: {
      systemNow: () => Date.now(),
      links: { signUp: () => "", unsubscribe: () => "" },
      mailDomain: "example.com",
      relaysMail: false,
      outbox: { entriesMax: 10, bytesMax: 1_000_000 },
      journal: { entriesMax: 10, bytesMax: 10_000 },
    },
    storage: memoryStorage(),
    assumptions: {},
    onOpen: ({ id }) => opened.push(id),
  });
  return { registry, opened };
}

describe("the generated id of a workspace", () => {
  it("is the first free name, even if testers chose 50,000 of them", () => {
    // More than the stack has frames, to detect a recursive search.
    const nextId = newFreeIds((id) => Number(id.slice("ws-".length)) <= 50_000);
    expect(nextId()).toBe("ws-50001");
  });
});
