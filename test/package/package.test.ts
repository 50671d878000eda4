import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { isLong } from "../long/size.ts";
import { hasOtherNodes, inProcess, nodeOf, oldNode, otherNodes } from "./nodes.ts";
import { clientProgram, program, wrongProgram } from "./programs.ts";
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

let project: Project;
beforeAll(async () => {
  project = await newProject();
}, 300_000);
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

const peers = ["msw", "undici", "testcontainers"];
const command = (): string => join(project.folder, "node_modules/.bin/lead-sandbox");
/** The oldest supported version; a long run adds the one in between. */
const nodes = hasOtherNodes("the installed package") ? otherNodes.slice(0, isLong ? 2 : 1) : [];

describe("the tarball", () => {
  it("passes publint", async () => {
    // Without the tarball, publint would pack once more.
    const { buffer: tarball } = new Uint8Array(readFileSync(project.tarball));
    const { messages } = await publint({ strict: true, pack: { tarball } });
    expect(messages).toEqual([]);
  });

  it("has types that resolve in every module resolution mode", async () => {
    const data = new Uint8Array(readFileSync(project.tarball));
    const checked = await checkPackage(createPackageFromTarballData(data));
    expect(checked).toMatchObject({ types: { kind: "included" }, problems: [] });
  });

  it("installs the database driver and no other package", () => {
    const names = readdirSync(join(project.folder, "node_modules")).filter(
      (name) => !name.startsWith("."),
    );
    expect(names.toSorted()).toEqual(["better-sqlite3", "lead-sandbox", "node-addon-api"]);
  });

  it.each(["mjs", "cjs"])(
    "has a client (%s) in one file that imports no other module",
    (extension) => {
      const library = join(project.folder, "node_modules/lead-sandbox/dist/library");
      const asked = closureOf(library, `client.${extension}`);
      expect(asked).toEqual([`./client.${extension}`]);
    },
  );

  it.each(["vitest.mjs", "jest.cjs", "setup.mjs", "setup.cjs"])(
    "loads neither server nor schemas for a test with %s before the test needs its own sandbox",
    (entry) => {
      const library = join(project.folder, "node_modules/lead-sandbox/dist/library");
      const loaded = closureOf(library, entry, outsideOfFunctions).join(" ");
      expect(loaded).toMatch(/shared-url/);
      expect(loaded).not.toMatch(/better-sqlite3|\.\/sandbox\.[cm]js|config\.[cm]js/);
    },
  );
});

function outsideOfFunctions(code: string): string {
  return code.replaceAll(/^\t.*$/gm, "");
}

/**
 * The imports of a built file and, transitively, of its own imports. `part` selects the code to
 * read.
 */
function closureOf(folder: string, file: string, part = (code: string) => code): readonly string[] {
  const found = new Set([`./${file}`]);
  for (const name of found) {
    if (!name.startsWith("./")) continue;
    const code = part(readFileSync(join(folder, name), "utf8"));
    const asked = code.matchAll(/(?:\bfrom |\bimport |\bimport\(|\brequire\()"([^"]+)"/g);
    for (const [, other = ""] of asked) found.add(other);
  }
  return [...found];
}

describe("an optional package that is missing", () => {
  it.each([
    ["msw", "import", "import('lead-sandbox/msw')"],
    ["msw", "require", "require('lead-sandbox/msw')"],
    ["undici", "import", "import('lead-sandbox/undici')"],
    ["testcontainers", "require", "require('lead-sandbox/testcontainers')"],
  ])("is reported with the command that installs it: %s, by %s", async (name, _way, code) => {
    const { code: exitCode, stderr } = await project.run(process.execPath, "-e", code);
    expect(stderr).toContain(
      `Error: lead-sandbox/${name} needs ${name}, which is not installed: npm install --save-dev ${name}\n`,
    );
    expect(exitCode).toBe(1);
  });

  it("is reported by verify", async () => {
    project.write("one.json", JSON.stringify(pact));
    const ended = await project.run(command(), "verify", "one.json", "--no-static");
    expect(ended.stderr).toContain(
      "lead-sandbox: Verifying needs Pact's verifier, which is not installed: " +
        "npm install --save-dev @pact-foundation/pact-core",
    );
    expect(ended.code).toBe(2);
  });
});

const pact = {
  consumer: { name: "one" },
  provider: { name: "lead-api" },
  interactions: [
    {
      description: "one",
      request: { method: "GET", path: "/v1/leads" },
      response: { status: 401 },
    },
  ],
  metadata: { pactSpecification: { version: "2.0.0" } },
};

describe.each([process.versions.node, ...nodes])("on Node %s", (version) => {
  let node: string;
  beforeAll(async () => {
    node = await nodeOf(version);
    if (version === process.versions.node) project.add(...peers);
  }, 300_000);
  afterAll(() => {
    if (version !== process.versions.node) {
      rmSync(join(dirname(node), "../../.."), { recursive: true, force: true });
    }
  });

  it.each(["mjs", "cjs"])("every entry point works in a program (%s)", async (extension) => {
    project.write(`program.${extension}`, program(extension));
    const ended = await project.run(node, `program.${extension}`);
    expect(ended).toEqual({
      code: 0,
      stdout:
        [
          "created 201",
          "client ok",
          "msw 200",
          "undici 200",
          `testcontainers lead-sandbox:${packageJson.version}`,
          "opened 200",
        ].join("\n") + "\n",
      stderr: "",
    });
  });

  it("the command serves both planes, and stops at SIGTERM with exit code 0", async () => {
    const served = spawn(node, [command(), "--port", "0", "--log-format", "json"]);
    const exited = once(served, "exit");
    const [line]: readonly unknown[] = await once(served.stdout, "data");
    const { url } = JSON.parse(String(line));
    const paths = ["/readyz", "/_sandbox/docs", "/_sandbox/docs/swagger-ui-bundle.js"];
    const statuses = await Promise.all(
      paths.map(async (path) => (await fetch(`${url}${path}`)).status),
    );
    const refused = await fetch(`${url}/v1/workflows/request-callback`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": "11111111-1111-4111-8111-111111111111",
      },
      body: "{}",
    });
    served.kill("SIGTERM");
    expect(statuses).toEqual([200, 200, 200]);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { fields: { leadId: [{ code: "REQUIRED" }] } },
    ]);
    expect(await exited).toEqual([0, null]);
  });
});

describe.skipIf(nodes.length === 0)(`on Node ${oldNode}`, () => {
  it("the command and a sandbox in process name the required Node version and how to install it", async () => {
    const node = await nodeOf(oldNode);
    const stderr =
      `lead-sandbox needs Node 22.18 or newer and this is Node ${oldNode}. ` +
      "Install it, for one project with `npm install --save-dev node`.\n";
    expect(await project.run(node, command())).toEqual({ code: 2, stdout: "", stderr });
    expect((await project.run(node, "--eval", inProcess)).stderr).toContain(stderr.trimEnd());
    rmSync(join(dirname(node), "../../.."), { recursive: true, force: true });
  }, 300_000);
});

describe("npx", () => {
  it("runs the command", async () => {
    const { stdout } = await project.run("npx", "lead-sandbox", "--version");
    expect(stdout).toBe(`${packageJson.version}\n`);
  });
});

describe("the type declarations", () => {
  beforeAll(() => {
    project.add(...peers, "vitest", "@jest/globals", "@types/node");
    for (const extension of ["mts", "cts"]) project.write(`types.${extension}`, program(extension));
  });

  it.each([
    ["nodenext", "nodenext", ["types.mts", "types.cts"]],
    ["esnext", "bundler", ["types.mts"]],
  ])(
    "compile for every entry point in a project with module %s and resolution %s",
    async (module, how, files) => {
      expect(await compiled(module, how, ...files)).toEqual({
        code: 0,
        stdout: "",
        stderr: "",
      });
    },
  );

  it("of the client need no package and no Node types, with library checks on", async () => {
    project.write("client.mts", clientProgram);
    const flags = ["--types", "", "--lib", "es2024,dom", "--skipLibCheck", "false"];
    expect(await compiled("nodenext", "nodenext", ...flags, "client.mts")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("reject what the sandbox would reject", async () => {
    project.write("wrong.mts", wrongProgram);
    const { code, stdout } = await compiled("nodenext", "nodenext", "wrong.mts");
    expect(stdout).toContain("Type 'string' is not assignable to type 'number'");
    expect(code).not.toBe(0);
  });
});

function compiled(module: string, resolution: string, ...files: readonly string[]) {
  const tsc = join(import.meta.dirname, "../../node_modules/.bin/tsc");
  const flags = "--strict --noEmit --target es2024 --lib es2024,esnext.disposable --types node";
  return project.run(
    tsc,
    ...flags.split(" "),
    "--skipLibCheck",
    "--ignoreConfig",
    "--module",
    module,
    "--moduleResolution",
    resolution,
    ...files,
  );
}
