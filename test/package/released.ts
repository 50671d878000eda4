/** Checkouts for tests of a release. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

import { temporary, write } from "./unpacked.ts";

export const root = resolve(import.meta.dirname, "../..");
export const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

/** Runs Git in a folder. Returns what it printed. */
export function git(folder: string, ...args: readonly string[]): string {
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

/** Commits everything. */
export function commit(folder: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "change");
}

/** Metadata of a package that can be published. */
export const description = {
  name: "lead-sandbox",
  version: "1.2.3",
  license: "MIT",
  author: "Someone",
  homepage: "https://client.example/lead-sandbox",
  bugs: "https://client.example/lead-sandbox/issues",
  repository: { type: "git", url: "git+https://client.example/lead-sandbox.git" },
};

/** The files of a checkout that can be published. */
export const files = {
  "package.json": JSON.stringify(description),
  LICENSE: "The text of the licence",
  "CHANGELOG.md":
    "# Changelog\n\n## Unreleased\n\n## [1.2.3] - 2026-01-31\n\n### Added\n\n- A thing.\n\n## 1.0.0 - 2026-01-01\n",
  Dockerfile: `ARG NODE_IMAGE=docker.io/library/node:26-slim@${digest}\nARG VERSION=1.2.3\n`,
};

export const notACheckout = "Git: this folder is not a checkout. Release from a clean clone.";

/** A clean checkout that can be published, with some files replaced. */
export function checkout(changed: Readonly<Record<string, string>> = {}): string {
  const folder = temporary();
  git(folder, "init", "--quiet");
  write(folder, { ...files, ...changed });
  commit(folder);
  return folder;
}
