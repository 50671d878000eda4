/** Test runners, a kit and commands whose only setting is the address of a proxy in front of three sandboxes. */
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { start, startProgram, temporaryFolder } from "../apps/cli/program.ts";
import { isLong, sized } from "../long/size.ts";
import type { Project } from "../package/project.ts";
import { newProject } from "../package/project.ts";
import { makeProject, missingFor, runners } from "../server/kits/runners.ts";
import { commandFile } from "../support/command.ts";
import type { Cluster } from "./cluster.ts";
import { shardsIn, startCluster } from "./cluster.ts";
import { hasProxy, proxies } from "./proxies.ts";

const files = ["one", "two", "three", "four", "five"].slice(0, sized(3, 5));
/** Tests of each file. */
const rows = sized(10, 20);
const testCount = files.length * rows;

/** What each test does in its workspace, whose id it notes. */
const program = `
async function useOwnWorkspace({ url, apiKey, firmId, client, id }) {
  require("node:fs").appendFileSync(process.env.NOTED, id + "\\n");
  expect(await client.requests.count()).toBe(0);
  const sent = await fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moreau" }),
  });
  expect(sent.status).toBe(201);
  const { leads } = await client.signUp({ email: "maya@example.com" });
  expect(leads.map(({ state }) => state)).toEqual(["Converted"]);
  expect(await client.requests.count()).toBe(1);
}
const rows = Array.from({ length: ${rows} }, (_, row) => [row]);
`;

const vitestFile = `
import { createRequire } from "node:module";
import { expect } from "vitest";
import { test } from "lead-sandbox/vitest";
const require = createRequire(import.meta.url);
${program}
test.for(rows)("test %i", { concurrent: true }, async (_row, { workspace }) => {
  await useOwnWorkspace(workspace);
});
`;

const jestFile = `
const { useWorkspace } = require("lead-sandbox/jest");
${program}
const lead = useWorkspace();
test.each(rows)("test %i", async () => {
  await useOwnWorkspace(lead.workspace);
});
`;

/** Sends a request, and prints the id of its workspace. */
const lists = `
  const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_SANDBOX_WORKSPACE: id } = process.env;
  const { status } = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
  if (status !== 200) throw new Error("status " + status);
  console.log(id);
`;

/** Creates a workspace, and sends a request with nothing but the variables that the command printed. */
const script = `
eval "$("$0" "$1" env --new)" && "$0" --input-type=module --eval '
  const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
  const { status } = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
  if (status !== 200) throw new Error("status " + status);
' && "$0" "$1" leads list --json > /dev/null && "$0" "$1" workspaces drop "$LEAD_SANDBOX_WORKSPACE" > /dev/null &&
echo "$LEAD_SANDBOX_WORKSPACE"
`;

/** Commands at the same time, more than there are sandboxes. */
const commands = sized(6, 12);

let project: Project;
beforeAll(async () => {
  project = await newProject();
  project.add("vitest", "jest", "@jest/globals");
  for (const name of files) {
    project.write(`${name}.test.mjs`, vitestFile);
    project.write(`${name}.jest.js`, jestFile);
  }
  project.write("vitest.config.mjs", "export default {};");
}, 120_000);
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

const javascript = [
  {
    runner: "Vitest",
    file: "vitest/vitest.mjs",
    args: ["run", "--maxConcurrency=20"],
    usual: "nginx",
  },
  {
    runner: "Jest",
    file: "jest/bin/jest.js",
    args: ["--rootDir=.", "--testMatch=**/*.jest.js", `--maxWorkers=${files.length}`],
    usual: "HAProxy",
  },
];

/** Expects that these workspaces were of all sandboxes, each its own, and that none of them is left. */
async function expectSpread(
  { instances }: Cluster,
  ids: readonly string[],
  count: number,
): Promise<void> {
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
  expect([...new Set(ids.map((id) => id.slice(0, 2)))].toSorted()).toEqual(["00", "01", "02"]);
  expect(await shardsIn(instances)).toEqual([[], [], []]);
}

describe.each(proxies)("through $name", { timeout: 180_000 }, (proxy) => {
  const isMissing = !hasProxy(proxy, `test runners through ${proxy.name}`);
  /** A short run has each of them through one of the proxies. */
  const isSkipped = (usual: string): boolean => isMissing || !(isLong || proxy.name === usual);

  it.for(javascript)(
    `each of ${testCount} tests of $runner has its own workspace at one of three sandboxes`,
    async ({ file, args, usual }, context) => {
      context.skip(isSkipped(usual));
      const cluster = await startCluster(proxy);
      const noted = join(temporaryFolder(), "noted");
      const { code, stdout, stderr } = await project.run(
        "env",
        `LEAD_SANDBOX_CONTROL_URL=${cluster.url}/_sandbox`,
        `NOTED=${noted}`,
        process.execPath,
        resolve("node_modules", file),
        ...args,
      );
      const output = stripVTControlCharacters(stdout + stderr);
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringContaining(`${testCount} passed`),
      });
      await expectSpread(cluster, readFileSync(noted, "utf8").trim().split("\n"), testCount);
    },
  );

  const missing = missingFor(runners.python.needs);

  it.skipIf(isSkipped("nginx") || missing !== undefined)(
    "the tests of the kit for Python pass, and leave nothing",
    async () => {
      const cluster = await startCluster(proxy);
      const folder = temporaryFolder();
      makeProject(folder, "python", packageJson.version);
      for (const [file = "", ...args] of runners.python.green) {
        const env = { LEAD_SANDBOX_CONTROL_URL: `${cluster.url}/_sandbox` };
        // oxlint-disable-next-line no-await-in-loop -- one run after the other
        const { code, stdout, stderr } = await startProgram(file, args, env, folder).ended;
        expect({ code, output: stdout + stderr }).toMatchObject({ code: 0 });
        expect(stdout).toMatch(/\b2\d passed/);
      }
      expect(await shardsIn(cluster.instances)).toEqual([[], [], []]);
    },
  );

  it.skipIf(isSkipped("nginx"))(
    "the commands of exec --url have a workspace of their own",
    async () => {
      const cluster = await startCluster(proxy);
      const command = ["--", process.execPath, "--input-type=module", "--eval", lists];
      const ran = Array.from({ length: commands }, async () => {
        const { ended } = start(["exec", "--url", cluster.url, "--min-coverage", "5", ...command]);
        return ended;
      });
      const ended = await Promise.all(ran);
      expect(ended).toEqual(
        ended.map(() =>
          expect.objectContaining({ code: 0, stderr: expect.stringContaining(": 1 request,") }),
        ),
      );
      const ids = ended.map(({ stdout }) => stdout.trim());
      await expectSpread(cluster, ids, commands);
    },
  );

  it.skipIf(isSkipped("HAProxy"))(
    "the variables that env --new prints lead a shell to its own one",
    async () => {
      const cluster = await startCluster(proxy);
      const ran = Array.from({ length: commands }, async () => {
        const args = ["-c", script, process.execPath, commandFile()];
        return startProgram("sh", args, { LEAD_SANDBOX_URL: cluster.url }).ended;
      });
      const ended = await Promise.all(ran);
      expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
        ended.map(() => ({ code: 0, stderr: "" })),
      );
      await expectSpread(
        cluster,
        ended.map(({ stdout }) => stdout.trim()),
        commands,
      );
    },
  );
});
