import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The entries that need a package which only who wants them installs. */
const needs = { msw: "msw", undici: "undici", testcontainers: "testcontainers" } as const;

/** Makes the entries in `folder` say what to install, in place of Node's module-not-found error. */
export async function tellWhatIsMissing(folder: string): Promise<void> {
  for (const [entry, name] of Object.entries(needs)) {
    const sentence = `lead-sandbox/${entry} needs ${name}, which is not installed: npm install --save-dev ${name}`;
    for (const extension of ["mjs", "cjs"]) {
      const file = join(folder, `${entry}.${extension}`);
      // oxlint-disable-next-line no-await-in-loop -- only six small files
      const code = await readFile(file, "utf8");
      const told = extension === "mjs" ? importing(code, name) : requiring(code, name);
      if (told === code) throw new Error(`${file} does not ask for ${name}.`);
      // oxlint-disable-next-line no-await-in-loop -- only six small files
      await writeFile(file, `${told}\n${missing(sentence)}`);
    }
  }
}

/** Named imports of the package, or of a part of it, become imports that can fail. */
function importing(code: string, name: string): string {
  const statement = new RegExp(`^import (\\{[^}]*\\}) from "(${name}(?:/[^"]*)?)";$`, "gm");
  return code.replaceAll(
    statement,
    (_whole, names: string, from: string) =>
      `const ${names.replaceAll(" as ", ": ")} = await import("${from}").catch(missing);`,
  );
}

function requiring(code: string, name: string): string {
  const call = new RegExp(`^let (\\w+) = require\\("(${name}(?:/[^"]*)?)"\\);$`, "gm");
  return code.replaceAll(
    call,
    (_whole, variable: string, from: string) =>
      `let ${variable}; try { ${variable} = require("${from}"); } catch (error) { missing(error); }`,
  );
}

/** Reports only a missing package; errors inside a package pass through. */
function missing(sentence: string): string {
  return `function missing(error) {
	if (!["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(error.code)) throw error;
	throw new Error(${JSON.stringify(sentence)}, { cause: error });
}
`;
}
