/**
 * Releases the version in `package.json`: `npm run release`. It builds and packs the package, checks all that
 * `CONTRIBUTING.md` lists, and tags the commit. Pushing the tag starts the workflow that publishes.
 *
 * - `-- --dry-run` does the same without the tag.
 * - `-- --publish` publishes the tagged commit, with provenance. Only the workflow runs it.
 *
 * Exit code 1 with the reasons if the version cannot be published, and 2 for unknown options.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import packageJson from "../package.json" with { type: "json" };
import { root } from "./bundling.ts";
import { contentProblems } from "./pack-content.ts";
import { git, refusals } from "./release-checks.ts";
import { requireSlowPackages } from "./slow-packages.ts";

const tag = `v${packageJson.version}`;
const { isDryRun, publishes } = options();
requireSlowPackages();
// Before the build, which changes nothing that Git knows.
const reasons: string[] = [...refusals(root), ...(publishes ? untagged() : [])];
const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-release-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const tarball = packed();
if (tarball === null) reasons.push("Package: npm pack failed. Its output is above.");
else reasons.push(...contentProblems(unpacked(tarball)));

if (reasons.length > 0 || tarball === null) {
  process.stderr.write(`Version ${packageJson.version} cannot be published yet:\n`);
  for (const reason of reasons) process.stderr.write(`- ${reason}\n`);
  process.exitCode = 1;
} else if (isDryRun) {
  process.stdout.write(
    `Version ${packageJson.version} can be published. Nothing was tagged or published.\n`,
  );
} else if (publishes) {
  run("npm", "publish", tarball, "--provenance", "--access", "public");
} else {
  if (git(root, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}`) === null) {
    run("git", "tag", "--annotate", tag, "--message", `Version ${packageJson.version}`);
  }
  process.stdout.write(`Tagged ${tag}. To publish it: git push origin ${tag}\n`);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        "dry-run": { type: "boolean", default: false },
        publish: { type: "boolean", default: false },
      },
    });
    if (values["dry-run"] && values.publish) throw new Error("--dry-run excludes --publish.");
    return { isDryRun: values["dry-run"], publishes: values.publish };
  } catch (error) {
    process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function untagged(): readonly string[] {
  const tagged = git(root, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`);
  return tagged === null ? [`Git: there is no tag ${tag}. Run npm run release first.`] : [];
}

/** Builds and packs the package into the folder; null if npm fails. */
function packed(): string | null {
  const stdio = ["ignore", "inherit", "inherit"] as const;
  const { status } = spawnSync("npm", ["pack", "--pack-destination", folder], {
    cwd: root,
    stdio: [...stdio],
  });
  const [name] = globSync("*.tgz", { cwd: folder });
  return status === 0 && name !== undefined ? join(folder, name) : null;
}

function unpacked(file: string): string {
  run("tar", "-xzf", file, "-C", folder);
  return join(folder, "package");
}

/** Runs a program, and ends with its exit code if it fails. */
function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
