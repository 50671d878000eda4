import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { openBlankStore } from "../store/store.ts";
import { newLruCache } from "../values/lru-cache.ts";
import type { LoadedWorld } from "./load-world.ts";
import { loadWorld } from "./load-world.ts";
import { preparedFixture } from "./prepared-fixtures.ts";
import { shownProblems } from "./shown-problems.ts";
import { World } from "./world.ts";

/** A world with the name of its fixture. */
export interface Fixture extends LoadedWorld {
  readonly name: string;
}

/** Finds fixtures by name. */
export interface FixtureLibrary {
  /** The fixture of that name, or null when there is none. Throws `FixtureError` for an invalid fixture. */
  readonly find: (name: string) => Fixture | null;
  /** Adds `world` and returns the name that finds it. Throws `FixtureError` for an invalid world. */
  readonly add: (world: unknown) => string;
  /** Removes an added world; a workspace made from it can no longer be reset to it. */
  readonly remove: (name: string) => void;
}

/** An invalid fixture; the message names the file and the error. */
export class FixtureError extends Error {}

const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The fixture name for `given`, a name or the path of a JSON file. */
export function fixtureName(given: string): string {
  return given.endsWith(".json") ? basename(given, ".json") : given;
}

/** The fixtures of `folder`, and the files of `extra` under their own names. */
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
      const fixture = { name, ...fixtureIn(file) };
      known.set(name, fixture);
      return fixture;
    },
    add(given) {
      added += 1;
      const name = `given-${added}`;
      known.set(name, { name, ...loaded(checked(given, name)) });
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

/** What recent files became: tests open many sandboxes with the same fixture, and loading it is most of that work. */
const recent = newLruCache<string, { readonly text: string; readonly loaded: LoadedWorld }>(8);

function fixtureIn(file: string): LoadedWorld {
  const text = reading(file, () => readFileSync(file, "utf8"));
  const before = recent.get(file);
  if (before?.text === text) return before.loaded;
  const made =
    reading(file, () => preparedFixture(file, text)) ??
    loaded(
      checked(
        reading(file, (): unknown => JSON.parse(text)),
        file,
      ),
    );
  recent.set(file, { text, loaded: made });
  return made;
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
    throw new FixtureError(`The fixture ${name} is not valid:\n${shownProblems(parsed.error)}`);
  }
  return parsed.data;
}

function loaded({ clientProfiles, leads, plans, workflows, ...world }: World): LoadedWorld {
  const store = openBlankStore();
  loadWorld(store, { ...world, clientProfiles, leads, plans, workflows });
  const image = store.serialize();
  store.close();
  return { world, image: () => image };
}
