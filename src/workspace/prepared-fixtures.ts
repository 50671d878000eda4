/**
 * Fixtures that the build has checked and loaded already: next to `NAME.json`, the folder `prepared` has the world as it was
 * checked and the image of its database. Half of what a start needs would go into making them anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { lazy } from "../domain/lazy.ts";
import { storeVersion } from "../store/store.ts";
import type { World } from "./world.ts";

interface Prepared {
  readonly world: World;
  readonly image: () => Buffer;
}

/** What was prepared of the fixture in `file`, whose text is `text`; null when nothing was, or for another text or version. */
export function preparedFixture(file: string, text: string): Prepared | null {
  const place = placeOf(file);
  if (!existsSync(`${place}.json`)) return null;
  const kept: Kept = JSON.parse(readFileSync(`${place}.json`, "utf8"));
  if (kept.text !== text || kept.storeVersion !== storeVersion) return null;
  return { world: kept.world, image: lazy(() => readFileSync(`${place}.sqlite`)) };
}

/** Prepares the fixture in `file`; the build calls it. */
export function prepareFixture(file: string, world: World, image: Buffer): void {
  const place = placeOf(file);
  mkdirSync(dirname(place), { recursive: true });
  const kept: Kept = { storeVersion, text: readFileSync(file, "utf8"), world };
  writeFileSync(`${place}.json`, JSON.stringify(kept));
  writeFileSync(`${place}.sqlite`, image);
}

/** A world with what it was made from. */
interface Kept {
  readonly storeVersion: number;
  readonly text: string;
  readonly world: World;
}

function placeOf(file: string): string {
  return join(dirname(file), "prepared", basename(file, ".json"));
}
