import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod";

import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import { loadWorld } from "./load-world.ts";
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
}

/** A fixture that is there and cannot be used; the message names the file and what is wrong in it. */
export class FixtureError extends Error {}

const fixtureName = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The fixtures of `folder`, and under their own names the files of `extra`. */
export function newFixtureLibrary(
  folder: string,
  extra: Readonly<Record<string, string>> = {},
): FixtureLibrary {
  const known = new Map<string, Fixture>();
  return {
    find(name) {
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const file = fileOf(folder, extra, name);
      if (file === null) return null;
      const world = readWorld(file);
      const fixture = { name, world, image: imageOf(world) };
      known.set(name, fixture);
      return fixture;
    },
  };
}

function fileOf(
  folder: string,
  extra: Readonly<Record<string, string>>,
  name: string,
): string | null {
  const given = Object.hasOwn(extra, name) ? extra[name] : undefined;
  if (given !== undefined) return given;
  if (!fixtureName.test(name)) return null;
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? file : null;
}

function readWorld(file: string): World {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FixtureError(`The fixture ${file} cannot be read: ${reason}`, { cause: error });
  }
  const parsed = World.safeParse(document);
  if (!parsed.success) {
    throw new FixtureError(`The fixture ${file} is not a world:\n${z.prettifyError(parsed.error)}`);
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
