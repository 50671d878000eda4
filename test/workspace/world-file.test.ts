import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";

import { openStore } from "../../src/store/store.ts";
import type { LoadedWorld } from "../../src/workspace/load-world.ts";
import { loadWorld } from "../../src/workspace/load-world.ts";
import { worldOf } from "../../src/workspace/save-world.ts";
import { loadWorldFile } from "../../src/workspace/world-file.ts";
import { World } from "../../src/workspace/world.ts";
import { seeded } from "../property/seeded.ts";
import { memoryStore } from "../store/samples.ts";
import { someWorld } from "./worlds.ts";

const firm = { id: "Firm0001", name: "Firm", firmType: "Partner" };
const profile = { id: "Client01", email: "ann@example.com" };
const lead = { email: "ann@example.com", resourceType: "Firm", resourceId: "Firm0001" };
const plan = { id: "Plan0001", clientProfileId: "Client01", type: "Buying", status: "New" };
const small = { firms: [firm], leads: [{ id: "Lead0001", ...lead }] };

/**
 * Large enough for several chunks of each list and for deferred indexes. References point forwards
 * and backwards.
 */
const large = {
  leads: Array.from({ length: 20_000 }, (_, number) => ({
    id: `Lead${number}`,
    ...lead,
    firstName: `"[{,\\ ${number} \u{1f600}`,
    clientProfileId: "Client01",
    plan_ids: ["Plan0001"],
  })),
  plans: [{ ...plan, leadId: "Lead19999", owners: ["Firm0001"] }],
  clientProfiles: [profile],
  firms: [firm],
};

describe("loadWorldFile", () => {
  it("loads the same as the whole document, in any key order and with any white space", () => {
    fc.assert(
      fc.property(someWorld, fc.constantFrom(0, 2), fc.boolean(), (document, space, isTurned) => {
        const entries = Object.entries(document);
        const turned = Object.fromEntries(isTurned ? entries.toReversed() : entries);
        const text = JSON.stringify(turned, null, space);
        expect(recordsOf(loaded(text))).toEqual(recordsOfWhole(JSON.parse(text)));
      }),
      seeded(60),
    );
  });

  it("loads lists of many chunks, and creates the same indexes as any other database", () => {
    const found = loaded(JSON.stringify(large));
    expect(recordsOf(found)).toEqual(recordsOfWhole(large));
    expect(indexesOf(found)).toEqual(indexesOf(loaded(JSON.stringify(small))));
    expect(indexesOf(found)).toContainEqual(expect.stringContaining("leadsByEmail"));
  });

  it.each([
    ["invalid JSON", "{"],
    ["a comma after the last item", '{"leads":[],"plans":[1,]}'],
    ["a mismatched bracket", '{"leads":[}]'],
    ["a duplicate list", '{"leads":[],"leads":[]}'],
    ["an escaped list name", JSON.stringify(small).replace("lea", "le\\u0061")],
    ["a list that is not an array", '{"leads":{}}'],
    ["a record that is not an object", '{"leads":[1]}'],
    ["a missing parent", JSON.stringify({ ...small, firms: [] })],
    ["a duplicate id", JSON.stringify({ ...small, leads: [...small.leads, ...small.leads] })],
    ["a missing client", JSON.stringify({ ...large, clientProfiles: [] })],
    ["a byte order mark", `${String.fromCodePoint(0xfeff)}${JSON.stringify(small)}`],
    ["a comma after many items", JSON.stringify(large).replace("}],", "},],")],
    ["a comma before many items", JSON.stringify(large).replace("[", "[,")],
  ])("returns null, so that the whole-document reader reports it: %s", (_, text) => {
    expect(loadWorldFile(fileOf(text))).toBeNull();
  });

  it("returns null for folders and missing files", () => {
    expect(loadWorldFile(tmpdir())).toBeNull();
    expect(loadWorldFile(join(tmpdir(), "nowhere", "missing.json"))).toBeNull();
  });
});

function loaded(text: string): LoadedWorld {
  const found = loadWorldFile(fileOf(text));
  if (found === null) throw new Error("It was not loaded.");
  return found;
}

/** The outline of a world and its records. */
function recordsOf({ world, image }: LoadedWorld): unknown {
  const store = opened(image());
  return [world, worldOf(store, {})];
}

function recordsOfWhole(document: unknown): unknown {
  const { clientProfiles, leads, plans, workflows, ...world } = World().parse(document);
  const store = memoryStore();
  loadWorld(store, { ...world, clientProfiles, leads, plans, workflows });
  return [world, worldOf(store, {})];
}

function indexesOf({ image }: LoadedWorld): readonly unknown[] {
  const sqlite = new Database(image());
  onTestFinished(() => void sqlite.close());
  return sqlite
    .prepare("select sql from sqlite_master where type = 'index' order by name")
    .pluck()
    .all();
}

function opened(image: Buffer) {
  const store = openStore({ kind: "memory", image });
  onTestFinished(() => store.close());
  return store;
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-world-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "world.json");
  writeFileSync(file, text);
  return file;
}
