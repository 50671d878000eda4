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

/** Enough for pieces of every kind, and for indexes that are made afterwards; references lead ahead and back. */
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
  it("loads what the whole document would, in whatever order and with whatever space it is written", () => {
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

  it("loads lists of many pieces, and makes the indexes of any other database", () => {
    const found = loaded(JSON.stringify(large));
    expect(recordsOf(found)).toEqual(recordsOfWhole(large));
    expect(indexesOf(found)).toEqual(indexesOf(loaded(JSON.stringify(small))));
    expect(indexesOf(found)).toContainEqual(expect.stringContaining("leadsByEmail"));
  });

  it.each([
    ["no JSON", "{"],
    ["a comma after the last item", '{"leads":[],"plans":[1,]}'],
    ["a bracket of the other kind", '{"leads":[}]'],
    ["a list that is given twice", '{"leads":[],"leads":[]}'],
    [
      "a list whose name is written with an escape",
      JSON.stringify(small).replace("lea", "le\\u0061"),
    ],
    ["a list that is none", '{"leads":{}}'],
    ["a record that is none", '{"leads":[1]}'],
    ["a parent that is not there", JSON.stringify({ ...small, firms: [] })],
    [
      "an id that is there twice",
      JSON.stringify({ ...small, leads: [...small.leads, ...small.leads] }),
    ],
    ["a client that is not there", JSON.stringify({ ...large, clientProfiles: [] })],
    ["a mark of byte order", `${String.fromCodePoint(0xfeff)}${JSON.stringify(small)}`],
    ["a comma after many items", JSON.stringify(large).replace("}],", "},],")],
    ["a comma before many items", JSON.stringify(large).replace("[", "[,")],
  ])("leaves it to the whole document to say what is wrong: %s", (_, text) => {
    expect(loadWorldFile(fileOf(text))).toBeNull();
  });

  it("leaves what is no file, or not there, to what reads it as a whole", () => {
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
