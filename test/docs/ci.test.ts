import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../src/library/client/sandbox-client.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { commandFile } from "../support/command.ts";
import { sectionOf } from "../support/markdown.ts";

/** The shell lines of a job in each CI system's syntax; each system stops at the first failure. */
const systems = [
  { name: "GitHub Actions", shell: /run: \|\n((?: {10}.*\n)+)/g },
  { name: "GitLab CI", shell: / {2}script:\n((?: {4}- .*\n)+)/g },
  { name: "Jenkins", shell: /sh '''\n((?: {10}.*\n)+) {8}'''/g },
] as const;

const ways = ["the package", "a checkout"] as const;
type Way = (typeof ways)[number];

/** The job of a system that installs lead-sandbox in one way. */
function jobOf({ name, shell }: (typeof systems)[number], way: Way): readonly string[] {
  const section = sectionOf("docs/ci.md", way === "the package" ? name : "From a checkout");
  const blocks = Array.from(section.matchAll(shell), ([, lines = ""]) => lines);
  return blocks.flatMap((lines) =>
    lines
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().replace(/^- /, "")),
  );
}

const partnerKey = "11111111-1111-4111-8111-111111111111";

/** A client that lists its Leads, with a test that passes if the answer has `status`. */
function clientTest(status: number): string {
  return `
    const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
    const response = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
    process.exit(response.status === ${status} ? 0 : 9);
  `;
}

/** A pact that lists Leads. */
async function pactOfListing(): Promise<string> {
  const sandbox = openSandbox();
  try {
    await sandbox.fetch(
      new Request("http://partner.localhost/v1/leads", { headers: { "x-api-key": partnerKey } }),
    );
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
    return JSON.stringify(await client.pact.recorded({}));
  } finally {
    sandbox.close();
  }
}

/** Folders outside of the client's project for files of a job. */
const outside = (folder: string) => ({
  RUNNER_TEMP: join(folder, "outside"),
  WORKSPACE_TMP: join(folder, "outside"),
  CI_PROJECT_DIR: join(folder, "client"),
});

/** Packs this checkout for installation in a client. */
function packageIn(folder: string): void {
  mkdirSync(folder);
  const named = { name: "lead-sandbox", version: "0.0.0", bin: { "lead-sandbox": "start.mjs" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(named));
  writeFileSync(
    join(folder, "start.mjs"),
    `#!/usr/bin/env node\nawait import(${JSON.stringify(commandFile())});\n`,
  );
  chmodSync(join(folder, "start.mjs"), 0o755);
}

/** Creates a client's project in a folder that depends on the package. */
async function project(status: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  packageIn(join(folder, "package"));
  mkdirSync(join(folder, "outside"));
  const client = join(folder, "client");
  mkdirSync(client);
  const named = { name: "client", version: "1.0.0" };
  const own = { ...named, devDependencies: { "lead-sandbox": "file:../package" } };
  const packages = {
    "": own,
    "../package": { name: "lead-sandbox", version: "0.0.0", bin: { "lead-sandbox": "start.mjs" } },
    "node_modules/lead-sandbox": { resolved: "../package", link: true },
  };
  const locked = { ...named, lockfileVersion: 3, requires: true, packages };
  const scripts = { test: "node client.test.mjs" };
  writeFileSync(join(client, "package.json"), JSON.stringify({ ...own, scripts }));
  writeFileSync(join(client, "package-lock.json"), JSON.stringify(locked));
  writeFileSync(join(client, "client.test.mjs"), clientTest(status));
  mkdirSync(join(client, "pacts"));
  writeFileSync(join(client, "pacts", "client.json"), await pactOfListing());
  return folder;
}

/** Fake commands: a `git` that clones by a link to this checkout, and an `npm ci` that only checks for a lock file. */
function standIns(folder: string): string {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const npm = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  const scripts = {
    git: 'for last; do :; done; ln -s "$LEAD_SANDBOX_REPOSITORY" "$last"',
    npm: `case "$*" in "ci --prefix "*) test -e "$3/package-lock.json";; *) exec "${npm}" "$@";; esac`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return programs;
}

function runJob(
  lines: readonly string[],
  folder: string,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const path = [standIns(folder), dirname(process.execPath), process.env["PATH"] ?? ""];
  const child = spawn("bash", ["--norc", "-e", "-c", lines.join("\n")], {
    cwd: join(folder, "client"),
    env: {
      HOME: process.env["HOME"] ?? "",
      PATH: path.join(delimiter),
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      LEAD_SANDBOX_REPOSITORY: process.cwd(),
      ...outside(folder),
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    });
  }
  const {
    promise,
    resolve: end,
    reject,
  } = Promise.withResolvers<{
    readonly code: number | null;
    readonly printed: string;
  }>();
  child.once("error", reject);
  child.once("close", (code) => end({ code, printed }));
  return promise;
}

/** The page shows a checkout on the first system only. */
const jobs = systems
  .flatMap((system) => ways.map((way) => ({ system, way, lines: jobOf(system, way) })))
  .filter(({ system, way }) => way === "the package" || system === systems[0]);

/** Jobs of the same lines do the same, so that they run once, for all of their systems. */
const distinct = Array.from(
  Map.groupBy(jobs, ({ lines }) => lines.join("\n")).values(),
  (same) => ({
    names: same.map(({ system }) => system.name).join(", "),
    way: same[0]?.way,
    lines: same[0]?.lines ?? [],
  }),
);

describe.each(distinct)("docs/ci.md on $names, with $way", ({ way, lines }) => {
  it("has a job that installs, tests the client, verifies its pacts and keeps both reports", async () => {
    const folder = await project(200);
    const { code, printed } = await runJob(lines, folder);
    expect({ code, printed }).toMatchObject({ code: 0 });
    const reports = join(folder, "client", "reports");
    expect(readFileSync(join(reports, "exec.xml"), "utf8")).toContain('name="the command"');
    expect(readFileSync(join(reports, "pacts.xml"), "utf8")).toContain("get-leads answers 200");
    const summary = readFileSync(join(folder, "summary.md"), "utf8");
    expect(summary).toContain("1 of 1 interactions match");
    expect(summary).toContain("| `get-leads` | 200 ×1 |");
    // Test runners collect files in the client's tree, so lead-sandbox must only be a dependency there.
    expect(globSync("**/lead-sandbox*", { cwd: join(folder, "client") })).toEqual([
      "node_modules/lead-sandbox",
    ]);
  }, 90_000);

  // Both ways run the same steps.
  it.skipIf(way === "a checkout")(
    "has a job that fails when the client's tests fail, and keeps their report",
    async () => {
      const folder = await project(418);
      const { code, printed } = await runJob(lines, folder);
      expect({ code, printed }).not.toMatchObject({ code: 0 });
      const report = join(folder, "client", "reports", "exec.xml");
      expect(readFileSync(report, "utf8")).toContain("<failure");
    },
    90_000,
  );
});

it("docs/ci.md has a job for each system", () => {
  expect(jobs.map(({ lines }) => lines.length)).toEqual([4, 6, 4, 4]);
});

it.each(systems)("docs/ci.md on $name runs the package", (system) => {
  expect(jobOf(system, "the package").join("\n")).not.toContain("clone");
  expect(jobOf(system, "the package")).toContain(
    "npx lead-sandbox exec --junit reports/exec.xml -- npm test",
  );
});
