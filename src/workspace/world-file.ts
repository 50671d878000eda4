/**
 * Reads the world in a document into a database piece by piece, so that at most one piece of its long lists is in
 * memory. It only checks whether the document holds a world; the schema of whole worlds reports errors.
 */
import { closeSync, openSync, statSync } from "node:fs";

import * as z from "zod";

import { lazy } from "../domain/lazy.ts";
import { atOnce } from "../domain/steps.ts";
import type { Store } from "../store/store.ts";
import { openBlankStore } from "../store/store.ts";
import type { LoadedWorld, LongList, WorldOutline } from "./load-world.ts";
import { longLists, newWorldWriter, writeMany } from "./load-world.ts";
import type { ReadBytes, SplitJson } from "./split-json.ts";
import { bytesIn, bytesOfFile, parseList, parseRest, splitJson } from "./split-json.ts";
import { WorldClientProfile, WorldLead, WorldPlan } from "./world-records.ts";
import type { RecordReference } from "./world.ts";
import {
  creatorReferences,
  leadReferences,
  planReferences,
  referredLists,
  World,
} from "./world.ts";

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
    const { workflows: _, ...world } = load(store, bytesOfFile(descriptor));
    const image = store.serialize();
    return { world, image: () => image };
  } finally {
    closeSync(descriptor);
  }
}

/** Number of pieces that makes a list long: some thousand records. */
const manyPieces = 20;

function load(store: Store, read: ReadBytes): ShortLists {
  const { split, world } = atOnce(outlined(read));
  const isLong = [...split.lists.values()].some(({ length }) => length >= manyPieces);
  writeMany(store, isLong, () => atOnce(loadLists(store, read, split, world)));
  return world;
}

/** A store in memory with the rows of a world. Its owner closes it. */
export interface FilledStore {
  readonly store: Store;
  readonly world: WorldOutline;
}

/** Writes the world in `document` to a store of its own, in steps of a few milliseconds. Throws if it holds none. */
export function* loadDocument(document: Buffer): Generator<void, FilledStore> {
  const store = openBlankStore();
  try {
    const read = bytesIn(document);
    const { split, world } = yield* outlined(read);
    yield* loadLists(store, read, split, world);
    return { store, world };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The places of the long lists, and the rest of the world. */
function* outlined(read: ReadBytes) {
  const split = yield* splitJson(read, longLists);
  const { clientProfiles, leads, plans, ...world } = World().parse(parseRest(read, split));
  if ([clientProfiles, leads, plans].some(({ length }) => length > 0)) {
    throw new Error("The name of a list contains an escape.");
  }
  return { split, world };
}

type ShortLists = Omit<World, LongList>;

const listSchemas = lazy(() => ({
  clientProfiles: z.array(WorldClientProfile()),
  leads: z.array(WorldLead()),
  plans: z.array(WorldPlan()),
}));

/** The order of writing does not matter: references are checked at the end. */
function* loadLists(
  store: Store,
  read: ReadBytes,
  split: SplitJson,
  world: ShortLists,
): Generator<void> {
  const write = newWorldWriter(store, world);
  const schemas = listSchemas();
  const references = newReferences(store);
  for (const items of parseList(read, split, "clientProfiles")) {
    const profiles = schemas.clientProfiles.parse(items);
    for (const profile of profiles) references.add(creatorReferences(profile));
    store.transaction(() => write.clientProfiles(profiles));
    yield;
  }
  for (const items of parseList(read, split, "leads")) {
    const leads = schemas.leads.parse(items);
    for (const lead of leads) references.add(leadReferences(lead));
    store.transaction(() => write.leads(leads));
    yield;
  }
  for (const items of parseList(read, split, "plans")) {
    const plans = schemas.plans.parse(items);
    for (const plan of plans) references.add(planReferences(plan));
    store.transaction(() => write.plans(plans));
    yield;
  }
  yield* references.check();
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
    *check(): Generator<void> {
      for (const list of referredLists) {
        for (const id of ids[list]) {
          if (store[list].find(id) === null) throw new Error(`${list} has no ${id}`);
          yield;
        }
      }
    },
  };
}
