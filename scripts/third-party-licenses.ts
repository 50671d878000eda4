/** Collects the licences of all packages in the bundles into one text. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { descriptionOf } from "./package-description.ts";

/** Collects the packages of bundles, as a plugin of the bundler. */
export interface BundledPackages {
  readonly plugin: {
    readonly name: string;
    readonly generateBundle: (options: unknown, bundle: Readonly<Record<string, Output>>) => void;
  };
  /** Adds the package of `file`. For packages that the build copies as a whole. */
  readonly add: (file: string) => void;
  /** The folders of all packages that were found. */
  readonly folders: () => readonly string[];
  readonly write: (file: string) => Promise<void>;
}

/** A file of a bundle. The keys of `modules` are its source files. */
export interface Output {
  readonly modules?: Readonly<Record<string, unknown>>;
}

export function newBundledPackages(): BundledPackages {
  const folders = new Set<string>();
  const add = (file: string): void => {
    const folder = packageFolder(file);
    if (folder !== null) folders.add(folder);
  };
  return {
    plugin: {
      name: "bundled-packages",
      generateBundle(_options, bundle) {
        for (const { modules = {} } of Object.values(bundle)) Object.keys(modules).forEach(add);
      },
    },
    add,
    folders: () => [...folders],
    write: (file) => writeFile(file, licencesOf([...folders])),
  };
}

/** The folder of the installed package that contains `file`; null for a file of this project. */
function packageFolder(file: string): string | null {
  const path = file.replace(/^\0/, "").replace(/\?.*$/, "");
  if (!path.includes("/node_modules/")) return null;
  for (let folder = dirname(path); !folder.endsWith("/node_modules"); folder = dirname(folder)) {
    const description = join(folder, "package.json");
    if (existsSync(description) && /"version":/.test(readFileSync(description, "utf8")))
      return folder;
  }
  return null;
}

function licencesOf(folders: readonly string[]): string {
  const texts = new Map(folders.map((folder) => licenceOf(folder)));
  const sorted = [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted
    .map(([title, text]) => `${title}\n${"-".repeat(title.length)}\n\n${text}\n`)
    .join("\n");
}

/** The name, version and licence of a package, and its licence texts. Some packages have no text. */
function licenceOf(folder: string): readonly [string, string] {
  const { name, version, license, author } = descriptionOf(folder);
  const files = globSync("{LICEN[CS]E,licen[cs]e,NOTICE,COPYING}*", { cwd: folder }).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`);
  const text = texts.length > 0 ? texts.join("\n\n") : usualText(license, holder);
  if (text === null) throw new Error(`The package ${name} has no text of its licence, ${license}.`);
  return [`${name} ${version} (${license})`, text];
}

function usualText(license: string, holder: string): string | null {
  const require = createRequire(import.meta.url);
  if (license === "Apache-2.0")
    return readFileSync(require.resolve("swagger-ui-dist/LICENSE"), "utf8").trim();
  return license === "MIT" ? `Copyright (c) ${holder}\n\n${mit}` : null;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
