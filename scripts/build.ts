/**
 * Builds the package into `dist`: `npm run build`, with `-- --out FOLDER` into another folder.
 *
 * - `command`: the command, one bundle with what is rarely needed in files of its own
 * - `library`: the entries for programs, as ESM and CJS with their types
 * - `fixtures`, `swagger-ui`: the files that both read, as they stand
 * - `console`: the page for people
 * - `THIRD-PARTY-LICENSES`: the licences of the packages in all of these
 *
 * `-- --image` makes what a container image needs, in `dist/image`: the command with the one native file,
 * that of Linux on this processor or on the one that `--arch` names. With `--user 1000` also what V8 compiles at a start, where this
 * processor is that one: for that user, and in the folder where it is built.
 */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { buildCommand, buildImage } from "./build-command.ts";
import { buildLibrary } from "./build-library.ts";
import { root } from "./bundling.ts";
import { keepCompiled } from "./keep-compiled.ts";
import { newBundledPackages } from "./third-party-licenses.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    image: { type: "boolean", default: false },
    user: { type: "string" },
    arch: { type: "string", default: process.arch },
  },
});
const out = resolve(values.out ?? `${root}/dist${values.image ? "/image" : ""}`);
for (const part of ["command", "library", "fixtures", "swagger-ui", "console"]) {
  // oxlint-disable-next-line no-await-in-loop -- only four folders
  await rm(`${out}/${part}`, { recursive: true, force: true });
}

const packages = newBundledPackages();
if (values.image) {
  await buildImage(out, values.arch, packages);
  if (values.user !== undefined && values.arch === process.arch) {
    await keepCompiled(out, Number(values.user));
  }
} else {
  await buildCommand(out, packages);
  await buildLibrary(out, packages);
}
await packages.write(`${out}/THIRD-PARTY-LICENSES`);
