import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import * as z from "zod";

import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import { loadWorld } from "./load-world.ts";
import { preparedFixture } from "./prepared-fixtures.ts";
import { World } from "./world.ts";

/** A fixture that was read: its world, and the database that holds it as a serialised image. */
export interface Fixture {
  readonly name: string;
  readonly world: World;
  readonly image: () => Buffer;
}

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
      const world = prepared?.world ?? worldIn(text, file);
      const fixture = { name, world, image: prepared?.image ?? imageOf(world) };
      known.set(name, fixture);
      return fixture;
    },
    add(given) {
      added += 1;
      const name = `given-${added}`;
      const world = checked(given, name);
      known.set(name, { name, world, image: imageOf(world) });
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
function imageOf(world: World): () => Buffer {
  let image: Buffer | undefined;
  return () => {
    if (image === undefined) {
      const store: Store = openStore({ kind: "memory" });
      loadWorld(store, world);
      image = store.serialize();
      store.close();
    }
    return image;
  };
}
