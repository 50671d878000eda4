/** Rolldown plugins that make the command start faster. */

/** The bundle of Ajv that `jsonSchemaApart` loads. It must be next to the main bundle. */
export const jsonSchema = { entry: { ajv: "ajv/dist/2020.js" }, format: "cjs" } as const;

/**
 * Loads the JSON Schema validator when the first workflow needs it. The call is synchronous, which excludes a dynamic
 * `import`.
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
 * Replaces imports of Node's modules by `process.getBuiltinModule`. An `import` reads every export, including lazy
 * ones that load more code. In `node:http` and `node:fs`, those load web APIs and readline.
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

const shims = "@modelcontextprotocol/server/_shims";

/**
 * The SDK of MCP with its small JSON Schema validator. The other one is Ajv, 300 kB more; the server asks clients for
 * nothing, so it validates nothing with either.
 */
export const smallValidator = {
  name: "small-validator",
  resolveId: (id: string) => (id === shims ? shims : null),
  load: (id: string) =>
    id === shims
      ? `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
         export { default as process } from "node:process";`
      : null,
};
