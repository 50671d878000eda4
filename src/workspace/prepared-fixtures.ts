/**
 * Fixtures that the build has checked and loaded. For each `NAME.json`, the folder `prepared` has the checked world
 * and the image of its database. Making them takes half the time of a start.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { storeVersion } from "../store/store.ts";
import { lazy } from "../values/lazy.ts";
import type { LoadedWorld, WorldOutline } from "./load-world.ts";

/** The prepared form of the fixture with this text in `file`; null if missing, or made from another text or version. */
export function preparedFixture(file: string, text: string): LoadedWorld | null {
  const place = placeOf(file);
  if (!existsSync(`${place}.json`)) return null;
  const kept: Kept = JSON.parse(readFileSync(`${place}.json`, "utf8"));
  if (kept.storeVersion !== storeVersion || kept.text !== text) return null;
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

/** The outline of a world, and its source. */
interface Kept {
  readonly storeVersion: number;
  readonly text: string;
  readonly world: WorldOutline;
}

function placeOf(file: string): string {
  return join(dirname(file), "prepared", basename(file, ".json"));
}
