import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import * as z from "zod";

import { openStore } from "../store/store.ts";
import { loadWorld } from "./load-world.ts";
import { preparedFixture } from "./prepared-fixtures.ts";
import { World } from "./world.ts";

/**
 * A fixture that was read. Once its image was made, the records of which there can be many are in there alone: a heap with a
 * million Leads in it takes longer to collect than a list takes to answer.
 */
export interface Fixture {
  readonly name: string;
  /** What clients are configured with, and what a workspace starts with apart from rows. */
  readonly world: WorldOutline;
  /** To be asked for before the image is. */
  readonly wholeWorld: () => World;
  /** The database that holds the world, serialised. */
  readonly image: () => Buffer;
}

/** A world without the records of which there can be many. */
export type WorldOutline = Omit<World, "clientProfiles" | "leads" | "plans" | "workflows">;

/** Finds fixtures by name. */
export interface FixtureLibrary {
  /** The fixture of that name, or null when there is none; throws `FixtureError` for one that cannot be used. */
  readonly find: (name: string) => Fixture | null;
  /** Keeps `world` and answers the name that finds it from now on; throws `FixtureError` when it is no world. */
  readonly add: (world: unknown) => string;
  /** Lets go of a world that was added; a workspace that was made from it can be reset to it no more. */
  readonly remove: (name: string) => void;
}

/** A fixture that is there and cannot be used; the message names the file and what is wrong in it. */
export class FixtureError extends Error {}

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The name of the fixture that `given` is, a name or the path of a JSON file. */
export function fixtureName(given: string): string {
  return given.endsWith(".json") ? basename(given, ".json") : given;
}

/** The fixtures of `folder`, and under their own names the files of `extra`. */
export function newFixtureLibrary(
  folder: string,
  extra: Readonly<Record<string, string>> = {},
): FixtureLibrary {
  const known = new Map<string, Fixture>();
  let added = 0;
  return {
    find(name) {
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const file = fileOf(folder, extra, name);
      if (file === null) return null;
      const text = readText(file);
      const prepared = preparedFixture(file, text);
      const fixture = newFixture(name, prepared?.world ?? worldIn(text, file), prepared?.image);
      known.set(name, fixture);
      return fixture;
    },
    add(given) {
      added += 1;
      const name = `given-${added}`;
      known.set(name, newFixture(name, checked(given, name)));
      return name;
    },
    remove: (name) => void known.delete(name),
  };
}

function fileOf(
  folder: string,
  extra: Readonly<Record<string, string>>,
  name: string,
): string | null {
  const given = Object.hasOwn(extra, name) ? extra[name] : undefined;
  if (given !== undefined) return given;
  if (!namePattern.test(name)) return null;
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? file : null;
}

function readText(file: string): string {
  return reading(file, () => readFileSync(file, "utf8"));
}

function worldIn(text: string, file: string): World {
  return checked(
    reading(file, (): unknown => JSON.parse(text)),
    file,
  );
}

function reading<Read>(file: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FixtureError(`The fixture ${file} cannot be read: ${reason}`, { cause: error });
  }
}

function checked(document: unknown, name: string): World {
  const parsed = World().safeParse(document);
  if (!parsed.success) {
    throw new FixtureError(`The fixture ${name} is not a world:\n${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}

/** The image is made on first use and kept: a workspace that starts from it costs no inserts. */
function newFixture(name: string, given: World, makeImage = imageOf): Fixture {
  const { clientProfiles: _, leads: __, plans: ___, workflows: ____, ...world } = given;
  let whole: World | null = given;
  let image: Buffer | null = null;
  const wholeWorld = (): World => {
    if (whole !== null) return whole;
    throw new Error(`The records of the fixture ${name} are in its image alone.`);
  };
  return {
    name,
    world,
    wholeWorld,
    image() {
      image ??= makeImage(wholeWorld());
      whole = null;
      return image;
    },
  };
}

function imageOf(world: World): Buffer {
  const store = openStore({ kind: "memory" });
  loadWorld(store, world);
  const image = store.serialize();
  store.close();
  return image;
}
