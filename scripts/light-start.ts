/** What the bundles leave for later, so that a start has less to load. */

/** The file for `jsonSchemaApart`. */
export const jsonSchema = { entry: { ajv: "ajv/dist/2020.js" }, format: "cjs" } as const;

/**
 * What reads JSON Schema is loaded by the first workflow that has one; the call is synchronous, so `import` will not do. The
 * file must be next to the bundle.
 */
export const jsonSchemaApart = {
  name: "schemas-apart",
  resolveId: (id: string) => (id === "ajv/dist/2020.js" ? "schemas-apart" : null),
  load: (id: string) =>
    id === "schemas-apart"
      ? `import { createRequire } from "node:module";
         export function Ajv2020(options) {
           const { Ajv2020: Ajv } = createRequire(import.meta.url)("./ajv.cjs");
           return new Ajv(options);
         }`
      : null,
};

/**
 * Takes what is Node's from the process: an `import` of it would read every export, also those that Node makes when
 * they are asked for, and `node:http` and `node:fs` have half of the web's interfaces and the prompt among theirs.
 */
export const nodeAsItIs = {
  name: "node-as-it-is",
  renderChunk: (code: string) =>
    code.replaceAll(
      /^import (?:(\w+)|\{([^}]*)\}) from "(node:[\w/]+)";$/gm,
      (_, whole: string | undefined, names: string | undefined, module: string) => {
        const bound = whole ?? `{${names?.replaceAll(" as ", ": ")}}`;
        return `const ${bound} = globalThis.process.getBuiltinModule("${module}");`;
      },
    ),
};
