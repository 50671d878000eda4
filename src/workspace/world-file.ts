/**
 * Reads the world in a file into a database piece by piece, so that at most one piece of its long lists is in memory.
 * It only checks whether the file holds a world; the schema of whole worlds reports errors.
 */
import { closeSync, openSync, statSync } from "node:fs";

import * as z from "zod";

import { lazy } from "../domain/lazy.ts";
import type { Store } from "../store/store.ts";
import { openBlankStore } from "../store/store.ts";
import type { LoadedWorld, WorldOutline } from "./load-world.ts";
import { longLists, newWorldWriter, writeMany } from "./load-world.ts";
import type { SplitJson } from "./split-json.ts";
import { parseList, parseRest, splitJson } from "./split-json.ts";
import { WorldClientProfile, WorldLead, WorldPlan } from "./world-records.ts";
import type { RecordReference } from "./world.ts";
import { leadReferences, planReferences, referredLists, World } from "./world.ts";

/** The world in `file`. Null when the file must be read as a whole: to report its errors, or because it is a pipe. */
export function loadWorldFile(file: string): LoadedWorld | null {
  const store = openBlankStore();
  try {
    return statSync(file).isFile() ? loadOpened(store, file) : null;
  } catch {
    return null; // Reading the whole file finds the same error and its position.
  } finally {
    store.close();
  }
}

function loadOpened(store: Store, file: string): LoadedWorld {
  const descriptor = openSync(file, "r");
  try {
    const world = load(store, descriptor);
    const image = store.serialize();
    return { world, image: () => image };
  } finally {
    closeSync(descriptor);
  }
}

/** Number of pieces that makes a list long: some thousand records. */
const manyPieces = 20;

function load(store: Store, file: number): WorldOutline {
  const split = splitJson(file, longLists);
  const { clientProfiles, leads, plans, ...world } = World().parse(parseRest(file, split));
  if ([clientProfiles, leads, plans].some(({ length }) => length > 0)) {
    throw new Error("The name of a list is not written as it is.");
  }
  const isLong = [...split.lists.values()].some(({ length }) => length >= manyPieces);
  writeMany(store, isLong, () => loadLists(store, file, split, world));
  const { workflows: _, ...outline } = world;
  return outline;
}

const listSchemas = lazy(() => ({
  clientProfiles: z.array(WorldClientProfile()),
  leads: z.array(WorldLead()),
  plans: z.array(WorldPlan()),
}));

/** The order of writing does not matter: references are checked at the end. */
function loadLists(
  store: Store,
  file: number,
  split: SplitJson,
  world: Parameters<typeof newWorldWriter>[1],
): void {
  const write = newWorldWriter(store, world);
  const schemas = listSchemas();
  const references = newReferences(store);
  for (const items of parseList(file, split, "clientProfiles")) {
    write.clientProfiles(schemas.clientProfiles.parse(items));
  }
  for (const items of parseList(file, split, "leads")) {
    const leads = schemas.leads.parse(items);
    for (const lead of leads) references.add(leadReferences(lead));
    write.leads(leads);
  }
  for (const items of parseList(file, split, "plans")) {
    const plans = schemas.plans.parse(items);
    for (const plan of plans) references.add(planReferences(plan));
    write.plans(plans);
  }
  references.check();
}

/** The references of records, checked once all are written. */
function newReferences(store: Store) {
  const ids = {
    firms: new Set<string>(),
    firmMembers: new Set<string>(),
    referralCodes: new Set<string>(),
    clientProfiles: new Set<string>(),
    leads: new Set<string>(),
    plans: new Set<string>(),
  };
  return {
    add(references: Iterable<RecordReference>): void {
      for (const [, list, id] of references) ids[list].add(id);
    },
    check(): void {
      for (const list of referredLists) {
        for (const id of ids[list]) {
          if (store[list].find(id) === null) throw new Error(`${list} has no ${id}`);
        }
      }
    },
  };
}
