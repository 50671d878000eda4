import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import packageJson from "../../package.json" with { type: "json" };
import { refusals } from "../../scripts/release-checks.ts";
import { temporary, unpacked, write } from "./unpacked.ts";

const root = resolve(import.meta.dirname, "../..");
const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

function git(folder: string, ...args: readonly string[]): string {
  const identity = [
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@client.example",
    "-c",
    "commit.gpgsign=false",
  ];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function commit(folder: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "change");
}

const description = {
  name: "lead-sandbox",
  version: "1.2.3",
  license: "MIT",
  author: "Someone",
  homepage: "https://client.example/lead-sandbox",
  bugs: "https://client.example/lead-sandbox/issues",
  repository: { type: "git", url: "git+https://client.example/lead-sandbox.git" },
};

const files = {
  "package.json": JSON.stringify(description),
  LICENSE: "The text of the licence",
  "CHANGELOG.md":
    "# Changelog\n\n## Unreleased\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- A thing.\n\n## 1.0.0 - 2026-01-01\n",
  Dockerfile: `ARG NODE_IMAGE=docker.io/library/node:26-slim@${digest}\nARG VERSION=1.2.3\n`,
};

const notACheckout = "Git: this folder is not a checkout. Release from a clean clone.";

/** A clean checkout that can be published, with some files replaced. */
function checkout(changed: Readonly<Record<string, string>> = {}): string {
  const folder = temporary();
  git(folder, "init", "--quiet");
  write(folder, { ...files, ...changed });
  commit(folder);
  return folder;
}

function described(changes: Readonly<Record<string, unknown>>) {
  return { "package.json": JSON.stringify({ ...description, ...changes }) };
}

function changelog(text: string) {
  return { "CHANGELOG.md": `# Changelog\n\n${text}\n\n## 1.0.0 - 2026-01-01\n\n- Older.\n` };
}

describe("a release", () => {
  it("is possible from a clean checkout with real metadata", () => {
    expect(refusals(checkout())).toEqual([]);
  });

  it.each([
    { what: "a private package", with: described({ private: true }), reason: /"private" is true/ },
    {
      what: "no licence",
      with: described({ license: undefined }),
      reason: /no "license" is chosen/,
    },
    {
      what: "UNLICENSED",
      with: described({ license: "UNLICENSED" }),
      reason: /no "license" is chosen/,
    },
    {
      what: "an unknown licence",
      with: described({ license: "Free" }),
      reason: /"Free" is not an SPDX/,
    },
    { what: "no author", with: described({ author: " " }), reason: /"author" is missing/ },
    {
      what: "a placeholder as author",
      with: described({ author: "PLACEHOLDER" }),
      reason: /"author" is the placeholder/,
    },
    {
      what: "no repository",
      with: described({ repository: undefined }),
      reason: /"repository.url" is missing/,
    },
    {
      what: "a placeholder as repository",
      with: described({ repository: packageJson.repository }),
      reason: /"repository.url" is the placeholder/,
    },
    {
      what: "a placeholder as homepage",
      with: described({ homepage: packageJson.homepage }),
      reason: /"homepage" is the placeholder/,
    },
    { what: "no bug tracker", with: described({ bugs: undefined }), reason: /"bugs" is missing/ },
    {
      what: "no section of the changelog",
      with: changelog("## 1.2.30 - 2026-01-31\n\n- One."),
      reason: /no section for version 1\.2\.3\. Add/,
    },
    {
      what: "a section without a date",
      with: changelog("## 1.2.3\n\n- One."),
      reason: /has no date/,
    },
    {
      what: "an empty section",
      with: changelog("## 1.2.3 - 2026-01-31\n\n### Added"),
      reason: /is empty/,
    },
    {
      what: "a base image without a digest",
      with: { Dockerfile: "ARG NODE_IMAGE=docker.io/library/node:26-slim\nARG VERSION=1.2.3\n" },
      reason: /base image docker\.io\/library\/node:26-slim is not pinned by its digest/,
    },
    {
      what: "a base image with half a digest",
      with: { Dockerfile: `ARG NODE_IMAGE=node@${digest.slice(0, -1)}\nARG VERSION=1.2.3\n` },
      reason: /is not pinned by its digest/,
    },
    {
      what: "another version in the Dockerfile",
      with: { Dockerfile: files.Dockerfile.replace("1.2.3", "1.2.2") },
      reason: /default of VERSION is not 1\.2\.3/,
    },
  ])("is refused with $what", ({ with: changed, reason }) => {
    const folder = temporary();
    write(folder, { ...files, ...changed });
    expect(refusals(folder)).toEqual([expect.stringMatching(reason), notACheckout]);
  });

  it("is refused with a version that is not semantic", () => {
    const found = refusals(checkout(described({ version: "next" })));
    expect(found).toContainEqual(
      'package.json: "version" is "next". Expected a version such as 1.0.0.',
    );
  });

  it("is refused without the text of the licence", () => {
    const folder = checkout();
    rmSync(join(folder, "LICENSE"));
    commit(folder);
    expect(refusals(folder)).toEqual(["LICENSE: missing. Write the text of MIT into it."]);
  });

  it.each(["README.md", "LICENSE"])("is refused with an uncommitted %s", (name) => {
    const folder = checkout();
    write(folder, { [name]: "changed" });
    expect(refusals(folder)).toEqual([
      `Git: 1 files differ from the last commit, such as ${name}. Commit or remove them.`,
    ]);
  });

  it("is refused when the tag names another commit, and not when it names this one", () => {
    const folder = checkout();
    git(folder, "tag", "v1.2.3");
    expect(refusals(folder)).toEqual([]);
    commit(folder);
    expect(refusals(folder)).toEqual([
      expect.stringContaining("the tag v1.2.3 names another commit"),
    ]);
  });

  it("is refused outside of a checkout", () => {
    const folder = temporary();
    write(folder, files);
    expect(refusals(folder)).toEqual([notACheckout]);
  });
});

/** A clone of this project that can be published, whose npm packs `content` and notes its arguments. */
function clone(content: string, changes: Readonly<Record<string, string>> = {}) {
  const folder = temporary();
  cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  const released = { ...packageJson, ...description, private: false, version: "1.2.3" };
  write(folder, {
    ...files,
    "package.json": JSON.stringify(released),
    ".gitignore": "node_modules\n",
    ...changes,
  });
  git(folder, "init", "--quiet");
  commit(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
  const programs = temporary();
  const calls = join(programs, "calls");
  write(programs, {
    calls: "",
    npm: `#!/bin/sh
echo "$1 $([ "$1" = pack ] || echo "\${2##*/} $3 $4 $5")" >> ${calls}
[ "$1" = pack ] || exit 0
cp -r ${content} ${programs}/package && tar -czf "$3/lead-sandbox.tgz" -C ${programs} package
`,
  });
  chmodSync(join(programs, "npm"), 0o755);
  const release = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["scripts/release.ts", ...args],
      {
        cwd: folder,
        encoding: "utf8",
        env: {
          ...process.env,
          PATH: [programs, process.env["PATH"]].join(delimiter),
          GIT_COMMITTER_NAME: "a",
          GIT_COMMITTER_EMAIL: "a@client.example",
        },
      },
    );
    rmSync(join(programs, "package"), { recursive: true, force: true });
    return { status, stdout, stderr, calls: readFileSync(calls, "utf8").split("\n").slice(0, -1) };
  };
  return { folder, release };
}

describe("npm run release", () => {
  it("tags and publishes nothing in a dry run, tags after it, and publishes only the tag", () => {
    const { folder, release } = clone(unpacked());
    const dry = release("--dry-run");
    expect(dry).toMatchObject({ status: 0, stderr: "", calls: ["pack "] });
    expect(dry.stdout).toContain(
      "Version 1.2.3 can be published. Nothing was tagged or published.",
    );
    expect(git(folder, "tag")).toBe("");
    const early = release("--publish");
    expect(early).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("there is no tag v1.2.3"),
    });
    expect(release()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("git push origin v1.2.3"),
    });
    expect(git(folder, "cat-file", "-t", "v1.2.3")).toBe("tag");
    const published = release("--publish");
    expect(published.status).toBe(0);
    expect(published.calls.filter((call) => !call.startsWith("pack"))).toEqual([
      "publish lead-sandbox.tgz --provenance --access public",
    ]);
  });

  it("packs, lists every reason and exits with 1, also with --publish", () => {
    const content = unpacked();
    rmSync(join(content, "dist/sbom.cdx.json"));
    const { release } = clone(content, { LICENSE: "", "CHANGELOG.md": "# Changelog\n" });
    for (const args of [["--dry-run"], ["--publish"]]) {
      const { status, stderr, calls } = release(...args);
      expect(status).toBe(1);
      expect(stderr).toContain("- CHANGELOG.md: no section for version 1.2.3.");
      expect(stderr).toContain("- Package: dist/sbom.cdx.json is missing.");
      expect(calls.filter((call) => !call.startsWith("pack"))).toEqual([]);
    }
  });

  it("says that npm failed", () => {
    const { release } = clone("/dev/null/missing");
    expect(release("--dry-run")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("- Package: npm pack failed. Its output is above."),
    });
  });

  it.each([["--dryrun"], ["now"], ["--dry-run", "--publish"]])("exits with 2 for %j", (...args) => {
    const { status } = spawnSync(process.execPath, ["scripts/release.ts", ...args], { cwd: root });
    expect(status).toBe(2);
  });

  it("is what the workflow runs, with the permission to write provenance", () => {
    const workflow = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
    const { permissions, steps } = workflow.jobs.package;
    expect(workflow.on.push.tags).toEqual(["v*"]);
    expect(permissions).toEqual({ contents: "read", "id-token": "write" });
    const commands = steps.flatMap((step: { run?: string }) => step.run ?? []);
    expect(commands).toEqual([
      "npm ci --no-audit --no-fund",
      "npm test",
      "npm run release -- --publish",
    ]);
    expect(packageJson.scripts.release).toBe("node scripts/release.ts");
    const args = Array.from(
      JSON.stringify(workflow.jobs.image).matchAll(/--build-arg \\"(\w+)=/g),
      ([, name]) => name,
    );
    const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
    expect(args.length).toBe(6);
    expect(args.filter((name) => !dockerfile.includes(`ARG ${name}=`))).toEqual([]);
  });
});
