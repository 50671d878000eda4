import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import packageJson from "../../package.json" with { type: "json" };
import { commit, description, files, git, root } from "./released.ts";
import { temporary, unpacked, write } from "./unpacked.ts";

/** A clone of this project that can be published, whose npm packs `content` and notes its arguments. */
function clone(content: string, changes: Readonly<Record<string, string>> = {}) {
  const folder = temporary();
  cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  mkdirSync(join(folder, "test"));
  const released = { ...packageJson, ...description, private: false, version: "1.2.3" };
  write(folder, {
    ...files,
    "package.json": JSON.stringify(released),
    ".gitignore": "node_modules\n",
    "test/package.json": readFileSync(join(root, "test/package.json"), "utf8"),
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
  it("names the command that installs the packages it lacks, before it builds anything", () => {
    const lacking = { devDependencies: { "lead-sandbox-none": "1.0.0" } };
    const { release } = clone("nothing", { "test/package.json": JSON.stringify(lacking) });
    expect(release("--dry-run")).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "This needs packages that npm ci does not install (lead-sandbox-none). Run: npm run slow:install\n",
      calls: [],
    });
  });

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
      "npm run slow:install",
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
