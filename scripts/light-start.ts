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
  renderChunk(code: string): string {
    const replaced = code.replaceAll(
      /^import (?:\* as )?([\w$]+)?(?:, )?(?:\{([^}]*)\})? from "(node:[\w/]+)";$/gm,
      (_, whole: string | undefined, names: string | undefined, module: string) => {
        const bound = names === undefined ? [] : [`{${names.replaceAll(" as ", ": ")}}`];
        return [...(whole === undefined ? [] : [whole]), ...bound]
          .map((one) => `const ${one} = globalThis.process.getBuiltinModule("${module}");`)
          .join(" ");
      },
    );
    const [left] = /^import .*"node:.*$/m.exec(replaced) ?? [];
    if (left !== undefined) throw new Error(`The bundle still imports a module of Node: ${left}`);
    return replaced;
  },
};

/**
 * V8 keeps a file that has one character beyond Latin-1 as UTF-16, which takes twice the memory and time to read. So all
 * are written as escapes, which strings, templates and regular expressions read alike.
 */
export const asciiOnly = {
  name: "ascii-only",
  generateBundle(_options: unknown, bundle: Readonly<Record<string, object>>): void {
    for (const [name, file] of Object.entries(bundle)) {
      if (!("code" in file) || typeof file.code !== "string") continue;
      // Places that would show the escape, and a backslash that would make it plain text.
      const [shown] = /String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.exec(file.code) ?? [];
      if (shown !== undefined) throw new Error(`${name} cannot be written in ASCII: ${shown}`);
      file.code = file.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

/** A server without options must not load the commands that ask one. */
export const serverApart = {
  name: "server-apart",
  generateBundle(_options: unknown, bundle: Readonly<Record<string, object>>): void {
    const { imports = null } = Object(bundle["server.mjs"]);
    if (!Array.isArray(imports)) throw new Error("The bundle has no server.mjs to look at.");
    if (imports.includes("asking.mjs"))
      throw new Error("server.mjs loads asking.mjs: add what they share to the way in `settings`.");
  },
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
