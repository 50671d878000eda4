/**
 * Fixtures that the build has checked and loaded already: next to `NAME.json`, the folder `prepared` has the world as it was
 * checked and the image of its database. Half of what a start needs would go into making them anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { lazy } from "../domain/lazy.ts";
import { storeVersion } from "../store/store.ts";
import type { LoadedWorld, WorldOutline } from "./load-world.ts";

/** What was prepared of the fixture in `file`; null when nothing was, or for another text or version. */
export function preparedFixture(file: string): LoadedWorld | null {
  const place = placeOf(file);
  if (!existsSync(`${place}.json`)) return null;
  const kept: Kept = JSON.parse(readFileSync(`${place}.json`, "utf8"));
  if (kept.storeVersion !== storeVersion || kept.text !== readFileSync(file, "utf8")) return null;
  return { world: kept.world, image: lazy(() => readFileSync(`${place}.sqlite`)) };
}

/** Prepares the fixture in `file`; the build calls it. */
export function prepareFixture(file: string, { world, image }: LoadedWorld): void {
  const place = placeOf(file);
  mkdirSync(dirname(place), { recursive: true });
  const kept: Kept = { storeVersion, text: readFileSync(file, "utf8"), world };
  writeFileSync(`${place}.json`, JSON.stringify(kept));
  writeFileSync(`${place}.sqlite`, image());
}

/** The outline of a world with what it was made from. */
interface Kept {
  readonly storeVersion: number;
  readonly text: string;
  readonly world: WorldOutline;
}

function placeOf(file: string): string {
  return join(dirname(file), "prepared", basename(file, ".json"));
}
