/** Programs of a user who installed the package: as ESM, CJS and TypeScript. */

/**
 * A program with that file extension that uses every entry point; of test runners only the types.
 */
export function program(extension: string): string {
  const isTyped = extension.endsWith("ts");
  const isModule = extension.startsWith("m");
  const load = isModule ? moduleImport : isTyped ? typedRequire : plainRequire;
  const names = [...entries, ...(isTyped ? runnerEntries : [])];
  const body = isTyped ? work + typedWork : work;
  return [...names.map(load), isModule ? body : `void (async () => {${body}})();`].join("\n");
}

const entries: readonly (readonly [string, string])[] = [
  ["createSandbox, openSandbox", "lead-sandbox"],
  ["newSandboxClient, SandboxError", "lead-sandbox/client"],
  ["intercept", "lead-sandbox/msw"],
  ["mockAgent", "lead-sandbox/undici"],
  ["defaultImage", "lead-sandbox/testcontainers"],
  ["fetch: undiciFetch", "undici"],
];
const runnerEntries: readonly (readonly [string, string])[] = [
  ["test", "lead-sandbox/vitest"],
  ["useWorkspace", "lead-sandbox/jest"],
  ["useWorkspace: useNodeWorkspace", "lead-sandbox/node-test"],
  ["setup", "lead-sandbox/vitest/setup"],
  ["setup: jestSetup", "lead-sandbox/jest/setup"],
];

type Entry = readonly [names: string, from: string];

function moduleImport([names, from]: Entry): string {
  return `import { ${names.replace(":", " as")} } from "${from}";`;
}

function typedRequire([names, from]: Entry): string {
  const whole = from.replaceAll(/\W/g, "_");
  return `import ${whole} = require("${from}");\nconst { ${names} } = ${whole};`;
}

function plainRequire([names, from]: Entry): string {
  return `const { ${names} } = require("${from}");`;
}

const work = `
const sandbox = await createSandbox();
const workspace = await sandbox.workspace();
const created = await workspace.fetch(\`/v1/firms/\${workspace.firmId}/leads\`, {
  method: "POST",
  headers: { "x-api-key": workspace.apiKey, "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@example.com", firstName: "Ada", lastName: "Lund" }),
});
console.log("created", created.status);
const { url } = await sandbox.listen({ port: 0 });
const client = newSandboxClient({ url });
console.log("client", (await client.health()).status);
const provider = \`https://partner.localhost/v1/firms/\${workspace.firmId}/leads\`;
const headers = { "x-api-key": workspace.apiKey };
const interception = intercept(sandbox, { hosts: ["partner.localhost"] });
console.log("msw", (await fetch(provider, { headers })).status);
interception.stop();
const dispatcher = mockAgent(sandbox, { hosts: ["partner.localhost"] });
console.log("undici", (await undiciFetch(provider, { headers, dispatcher })).status);
await dispatcher.close();
console.log("testcontainers", defaultImage);
await sandbox.close();
const opened = await openSandbox();
console.log("opened", (await fetch(opened.url + "/readyz")).status);
await opened.close();
if (new SandboxError({ status: 0, message: "" }).status !== 0) throw new Error("No SandboxError.");
`;

const typedWork = `
const seed: number = (await client.workspaces.create({ seed: 3 })).seed;
const kind: string | undefined = (await client.events.list()).data[0]?.type;
const answer: "ok" | "starting" = (await client.health()).status;
test("reads its workspace", ({ workspace: own }) => void (own.apiKey satisfies string));
const context: { readonly workspace: { readonly apiKey: string } } = useWorkspace();
const nodeContext: typeof context = useNodeWorkspace();
const setups: readonly (() => Promise<() => Promise<void>>)[] = [setup, jestSetup];
void [seed, kind, answer, context, nodeContext, setups];
`;

/** A program with type errors: requests that the sandbox would reject. */
export const wrongProgram = `
import { newSandboxClient } from "lead-sandbox/client";
await newSandboxClient({ url: "http://127.0.0.1:4610" }).workspaces.create({ seed: "3" });
`;

/** A program that uses only the client, for any runtime with `fetch`. */
export const clientProgram = `
import { newSandboxClient } from "lead-sandbox/client";
const client = newSandboxClient({ url: "http://127.0.0.1:4610" });
export const seed: number = (await client.workspaces.create({ seed: 3 })).seed;
`;
