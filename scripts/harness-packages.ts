/**
 * Copies the packages that `lead-sandbox verify` needs, and all that those need, into the folder that is named:
 * the versions of the lock file, none else. Their bill of materials is written next to it, as `verifier.cdx.json`.
 * For the image's target `harness`.
 */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { writeBom } from "./sbom.ts";

const roots = ["@pact-foundation/pact-core", "@pactflow/openapi-pact-comparator"];

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error("Name the folder to copy into.");

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const wanted = new Set<string>();
for (const name of roots) take(name, "");
for (const place of wanted) {
  cpSync(place, join(out, place.replace(/^node_modules\//, "")), { recursive: true });
}
await writeBom(
  join(dirname(out), "verifier.cdx.json"),
  [...wanted].map((place) => resolve(place)),
);

/** Takes the package that `from` gets for `name`, as Node resolves it: the nearest one upwards. */
function take(name: string, from: string): void {
  const place = placeOf(name, from);
  if (place === null || wanted.has(place)) return;
  wanted.add(place);
  const { dependencies, optionalDependencies } = lock.packages[place] ?? {};
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) take(next, place);
}

/** Null for an optional package that is for another platform. */
function placeOf(name: string, from: string): string | null {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const place = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (lock.packages[place] !== undefined) return existsSync(place) ? place : null;
    if (base === "") return null;
  }
}
