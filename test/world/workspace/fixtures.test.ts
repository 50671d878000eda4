import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scheduler } from "node:timers/promises";

import { describe, expect, it, onTestFinished } from "vitest";

import { openStore } from "../../../src/world/store/store.ts";
import { FixtureError, newFixtureLibrary } from "../../../src/world/workspace/fixtures/fixtures.ts";
import { collector } from "../../support/collector.ts";

describe("find of the fixture library", () => {
  it("returns a fixture by its file name, and the same object again", () => {
    const library = newFixtureLibrary(folderWith({ "two-words.json": "{}" }));
    const found = library.find("two-words");
    expect(found?.name).toBe("two-words");
    expect(library.find("two-words")).toBe(found);
  });

  it("returns null for a missing file", () => {
    expect(newFixtureLibrary(folderWith({})).find("default")).toBeNull();
  });

  it.each([
    "../outside",
    "..",
    ".",
    "",
    "inner/../secret",
    "inner/secret",
    String.raw`..\outside`,
    "/etc/passwd",
    "secret.json",
    "Secret",
    "secret\0",
    "secret\n",
    "-secret",
    "__proto__",
    "constructor",
    "s".repeat(65),
  ])("returns null for an invalid name: %j", (name) => {
    const folder = folderWith({
      "secret.json": "{}",
      "secret.json.json": "{}",
      "Secret.json": "{}",
    });
    expect(newFixtureLibrary(folder).find(name)).toBeNull();
  });

  it("returns the fixture of a given file under its own name, also outside the folder", () => {
    const file = join(folderWith({ "Mine.json": "{}" }), "Mine.json");
    expect(newFixtureLibrary(folderWith({}), { Mine: file }).find("Mine")?.name).toBe("Mine");
  });

  it.each([
    { title: "invalid JSON", text: "{", says: "cannot be read" },
    { title: "an invalid world", text: '{"leads":[{}]}', says: "leads[0].id" },
    {
      title: "an assumption for an unknown rule",
      text: '{"assumptions":{"no.rule":"x"}}',
      says: "There is no rule",
    },
    {
      title: "an unknown alternative of a rule",
      text: '{"assumptions":{"lead.delete":"500"}}',
      says: "Rule lead.delete takes one of: 200, 204.",
    },
  ])("rejects a file with $title, and names it and the fault", ({ text, says }) => {
    const folder = folderWith({ "broken.json": text });
    const find = (): unknown => newFixtureLibrary(folder).find("broken");
    expect(find).toThrow(FixtureError);
    expect(find).toThrow(join(folder, "broken.json"));
    expect(find).toThrow(says);
  });
});

describe("a fixture that another library has loaded", () => {
  it("is not loaded again until its text changes", () => {
    const folder = folderWith({ "one.json": '{"description":"before"}' });
    const find = () => newFixtureLibrary(folder).find("one");
    const first = find();
    expect(find()?.image()).toBe(first?.image());
    writeFileSync(join(folder, "one.json"), '{"description":"after"}');
    expect(find()?.world.description).toBe("after");
  });
});

describe("add of the fixture library", () => {
  it("keeps worlds under unique names until they are removed", () => {
    const library = newFixtureLibrary(folderWith({}));
    const names = [library.add({ description: "one" }), library.add({ description: "two" })];
    expect(names).toEqual(["given-1", "given-2"]);
    expect(names.map((name) => library.find(name)?.world.description)).toEqual(["one", "two"]);
    library.remove("given-1");
    expect(library.find("given-1")).toBeNull();
    expect(library.add({})).toBe("given-3");
  });

  it("rejects an invalid world and names the invalid place", () => {
    const library = newFixtureLibrary(folderWith({}));
    expect(() => library.add({ firms: [{}] })).toThrow(FixtureError);
    expect(() => library.add({ firms: [{}] })).toThrow(/is not valid:[^]*firms\[0\]\.id/);
  });
});

describe("the image of a fixture", () => {
  const firms = [{ id: "firm", name: "Firm", firmType: "brokerage" }];
  const lead = { id: "lead", email: "a@example.com", resourceType: "Firm", resourceId: "firm" };

  it("holds every record, and is the same each time", () => {
    const text = JSON.stringify({ firms, leads: [lead] });
    const fixture = newFixtureLibrary(folderWith({ "one.json": text })).find("one");
    const store = openStore({ kind: "memory", image: fixture?.image() ?? Buffer.alloc(0) });
    onTestFinished(() => store.close());
    expect(store.leads.all().map(({ id, firmId }) => [id, firmId])).toEqual([["lead", "firm"]]);
    expect(fixture?.image()).toBe(fixture?.image());
  });

  it("keeps in memory only the records that clients are configured with", async () => {
    const library = newFixtureLibrary(folderWith({}));
    const addedData = (): [string, WeakRef<object>] => {
      const clientData = { Plans: [] };
      return [library.add({ firms, leads: [{ ...lead, clientData }] }), new WeakRef(clientData)];
    };
    const [name, data] = addedData();
    // A WeakRef keeps its target alive until the end of the current task.
    await scheduler.yield();
    collector()();
    expect(data.deref()).toBeUndefined();
    expect(library.find(name)?.world.firms.map(({ id }) => id)).toEqual(["firm"]);
  });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-fixtures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
