/**
 * Builds the package into `dist`: `npm run build`. `-- --out FOLDER` selects another folder.
 *
 * - `command`: the command as one bundle, with rarely used code in separate files
 * - `library`: the library entries as ESM and CJS, with types
 * - `fixtures`, `swagger-ui`: files that the command and the library read
 * - `console`: the web console
 * - `THIRD-PARTY-LICENSES`: the licences of all bundled packages
 * - `sbom.cdx.json`: the bill of materials, in CycloneDX
 *
 * `-- --image` builds the content of a container image into `dist/image`: the command with one native file. The file
 * is for Linux on this processor, or on the processor that `--arch` names. `--user 1000` adds V8's compile cache for
 * that user, unless the image is for another processor. The cache works only at the path where it was made. `--base`
 * names the base image for the bill of materials.
 */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { buildCommand, buildImage } from "./build-command.ts";
import { buildLibrary } from "./build-library.ts";
import { root } from "./bundling.ts";
import { keepCompiled } from "./keep-compiled.ts";
import { baseOf, driver, requiredNode, sqlite, writeBom } from "./sbom.ts";
import { requireSlowPackages } from "./slow-packages.ts";
import { newBundledPackages } from "./third-party-licenses.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    image: { type: "boolean", default: false },
    user: { type: "string" },
    arch: { type: "string", default: process.arch },
    base: { type: "string", default: "an unnamed base" },
  },
});
// The library's types need those of its optional peers.
if (!values.image) requireSlowPackages();
const out = resolve(values.out ?? `${root}/dist${values.image ? "/image" : ""}`);
const parts = "command library fixtures swagger-ui console kits skills preloads openapi".split(" ");
for (const part of parts) {
  // oxlint-disable-next-line no-await-in-loop -- only a few folders
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
const runsOn = values.image ? baseOf(values.base) : [driver(), requiredNode()];
await writeBom(`${out}/sbom.cdx.json`, packages.folders(), [sqlite(), ...runsOn]);
