import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { newSandboxClient } from "../../src/client/sandbox-client.ts";
import { openSandbox } from "../../src/sandbox.ts";

/** The shell lines of a job, by the notation of its CI system, as that system runs them: up to the first that fails. */
const pages = [
  { name: "github-actions", shell: /run: \|\n((?: {10}.*\n)+)/g },
  { name: "gitlab-ci", shell: / {2}script:\n((?: {4}- .*\n)+)/g },
  { name: "jenkins", shell: /sh '''\n((?: {10}.*\n)+) {8}'''/g },
] as const;

function jobOf({ name, shell }: (typeof pages)[number]): readonly string[] {
  const page = readFileSync(`docs/ci/${name}.md`, "utf8");
  const blocks = Array.from(page.matchAll(shell), ([, lines = ""]) => lines);
  return blocks.flatMap((lines) =>
    lines
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().replace(/^- /, "")),
  );
}

const partnerKey = "11111111-1111-4111-8111-111111111111";

/** A client that lists its Leads, with a test that passes when they are answered with `status`. */
function clientTest(status: number): string {
  return `
    const { LEAD_API_URL: url, LEAD_API_KEY: key } = process.env;
    const response = await fetch(url + "/v1/leads", { headers: { "x-api-key": key } });
    process.exit(response.status === ${status} ? 0 : 9);
  `;
}

/** A pact of listing Leads. */
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

/** The project of a client, with this checkout where a job has its own. */
async function project(status: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const named = { name: "client", version: "1.0.0" };
  const locked = { ...named, lockfileVersion: 3, packages: { "": named } };
  const own = { ...named, scripts: { test: "node client.test.mjs" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(locked));
  writeFileSync(join(folder, "client.test.mjs"), clientTest(status));
  mkdirSync(join(folder, "pacts"));
  writeFileSync(join(folder, "pacts", "client.json"), await pactOfListing());
  symlinkSync(process.cwd(), join(folder, "lead-sandbox"));
  return folder;
}

function runJob(
  lines: readonly string[],
  folder: string,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn("bash", ["-e", "-c", lines.join("\n")], {
    cwd: folder,
    env: {
      HOME: process.env["HOME"] ?? "",
      PATH: path,
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      LEAD_SANDBOX_REPOSITORY: process.cwd(),
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly code: number | null;
    readonly printed: string;
  }>();
  child.once("error", reject);
  child.once("close", (code) => resolve({ code, printed }));
  return promise;
}

describe.each(pages)("the page of docs/ci on $name", (page) => {
  it("has a job that installs, runs the client's tests, verifies its pacts and has reports of both", async () => {
    const folder = await project(200);
    const { code, printed } = await runJob(jobOf(page), folder);
    expect({ code, printed }).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "reports", "exec.xml"), "utf8")).toContain(
      '<testcase name="get-leads"',
    );
    expect(readFileSync(join(folder, "reports", "pacts.xml"), "utf8")).toContain(
      "get-leads answers 200",
    );
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("1 of 1 interactions fit");
  }, 60_000);

  it("has a job that fails as the client's tests do, and keeps their report", async () => {
    const folder = await project(418);
    const { code, printed } = await runJob(jobOf(page), folder);
    expect({ code, printed }).not.toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "reports", "exec.xml"), "utf8")).toContain("<failure");
  }, 60_000);

  it("names the repository that its lines take lead-sandbox from", () => {
    const text = readFileSync(`docs/ci/${page.name}.md`, "utf8");
    expect(text).toMatch(/LEAD_SANDBOX_REPOSITORY ?[:=] /);
    expect(jobOf(page)).toHaveLength(6);
  });
});
