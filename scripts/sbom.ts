/**
 * Writes a software bill of materials in CycloneDX JSON: the packages that the bundler found, and what they run on.
 * It has neither a time nor a serial number, so that the same build writes the same file.
 */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import Database from "better-sqlite3";

import packageJson from "../package.json" with { type: "json" };
import { descriptionOf } from "./package-description.ts";

const { ComponentType, ComponentScope } = Enums;

/** The bill of a build. `folders` are those of its packages, `others` what else it contains or needs. */
export async function writeBom(
  file: string,
  folders: readonly string[],
  others: readonly Models.Component[] = [],
): Promise<void> {
  const { name, version, description } = packageJson;
  const itself = new Models.Component(ComponentType.Application, name, {
    version,
    description,
    purl: npmUrl(name, version),
    bomRef: name,
  });
  // npm may install one version of a package in several folders.
  const packages = new Map(folders.map(packageIn).map((one) => [one.bomRef.value, one]));
  const components = [...packages.values(), ...others];
  for (const { bomRef } of components) itself.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: itself }),
    components: new Models.ComponentRepository(components),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serialized = new Serialize.JsonSerializer(normalizers).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  await writeFile(file, `${serialized}\n`);
}

function packageIn(folder: string): Models.Component {
  const { name, version, license } = descriptionOf(folder);
  const purl = npmUrl(name, version);
  const [group, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new Models.Component(ComponentType.Library, short ?? name, {
    ...(group === undefined ? {} : { group }),
    version,
    purl,
    bomRef: purl,
    licenses: licences(license),
  });
}

function licences(license: string): Models.LicenseRepository {
  const known = SPDX.isSupportedSpdxId(license);
  const one = known ? new Models.SpdxLicense(license) : new Models.LicenseExpression(license);
  return new Models.LicenseRepository([one]);
}

/** The URL of a package of npm, as the purl specification writes it. */
function npmUrl(name: string, version: string): string {
  return `pkg:npm/${name.split("/").map(encodeURIComponent).join("/")}@${version}`;
}

/** The driver that npm installs next to the package. An image has it among its bundled packages. */
export function driver(): Models.Component {
  return packageIn(dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json")));
}

/** SQLite, which the driver contains as native code. */
export function sqlite(): Models.Component {
  const db = new Database(":memory:");
  const version = String(db.prepare("select sqlite_version()").pluck().get());
  db.close();
  const purl = `pkg:generic/sqlite@${version}`;
  return new Models.Component(ComponentType.Library, "sqlite", {
    version,
    purl,
    bomRef: purl,
    description: "Native code in better-sqlite3",
    licenses: licences("blessing"),
  });
}

/** The Node that the package needs and does not contain. */
export function requiredNode(): Models.Component {
  return new Models.Component(ComponentType.Platform, "node", {
    bomRef: "node",
    description: `Needed at run time, not contained: ${packageJson.engines.node}`,
    scope: ComponentScope.Required,
    licenses: licences("MIT"),
  });
}

/** The Node and the system of an image whose base is `base`. The build runs in the same base. */
export function baseOf(base: string): readonly Models.Component[] {
  const [, version] = process.version.split("v");
  const purl = `pkg:generic/node@${version}`;
  const node = { version: version ?? "", purl, bomRef: purl, licenses: licences("MIT") };
  return [
    new Models.Component(ComponentType.Platform, "node", node),
    new Models.Component(ComponentType.Container, base, {
      bomRef: base,
      description: `The base of the image, with ${systemName()}`,
    }),
  ];
}

function systemName(): string {
  const file = "/etc/os-release";
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const named = lines.find((line) => line.startsWith("PRETTY_NAME="));
  return named?.slice("PRETTY_NAME=".length).replaceAll('"', "") ?? "an unknown system";
}
