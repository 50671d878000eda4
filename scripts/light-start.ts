/** Rolldown plugins that make the command start faster. */

/** The bundle of the thread that validates by JSON Schemas. It must be next to the main bundle. */
export const schemaThread = {
  entry: { "schema-thread": "src/server/api/schemas/thread.ts" },
  format: "cjs",
} as const;

/** Makes the main bundle start the thread from its own file: the validator loads with the first workflow that needs it. */
export const schemaThreadApart = {
  name: "schema-thread-apart",
  load: (id: string) =>
    id.endsWith("/schemas/thread-file.ts")
      ? `export const threadFile = () => new URL("./schema-thread.cjs", import.meta.url);`
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
