/** Why a version cannot be published yet: from the files of a checkout and its Git history. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as SPDX from "@cyclonedx/cyclonedx-library/SPDX";
import * as z from "zod";

const Description = z.looseObject({
  version: z.string().default(""),
  private: z.boolean().optional(),
  license: z.string().default(""),
  author: z.string().default(""),
  homepage: z.string().default(""),
  bugs: z.string().default(""),
  repository: z.looseObject({ url: z.string().default("") }).default({ url: "" }),
});

/** The reasons, each a sentence with the next step; empty if the checkout in `folder` can be published. */
export function refusals(folder: string): readonly string[] {
  const description = Description.parse(JSON.parse(textOf(folder, "package.json")));
  const { version } = description;
  return [
    ...metadataRefusals(description),
    ...licenceRefusals(description.license, existsSync(join(folder, "LICENSE"))),
    ...versionRefusals(version, textOf(folder, "CHANGELOG.md")),
    ...baseRefusals(textOf(folder, "Dockerfile"), version),
    ...treeRefusals(folder, version),
  ];
}

function textOf(folder: string, name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function metadataRefusals(description: z.infer<typeof Description>): readonly string[] {
  const { author, homepage, bugs, repository } = description;
  const fields = { author, homepage, bugs, "repository.url": repository.url };
  const missing = Object.entries(fields)
    .filter(([, value]) => value.trim() === "" || /placeholder/i.test(value))
    .map(
      ([name, value]) =>
        `package.json: "${name}" is ${value.trim() === "" ? "missing" : `the placeholder "${value}"`}. Write the real one.`,
    );
  return description.private === true
    ? [
        'package.json: "private" is true, and npm publishes no private package. Remove it.',
        ...missing,
      ]
    : missing;
}

function licenceRefusals(license: string, hasText: boolean): readonly string[] {
  if (license === "" || license === "UNLICENSED") {
    return [
      'package.json: no "license" is chosen. Write its SPDX identifier, and its text into LICENSE.',
    ];
  }
  const isKnown: boolean = SPDX.isSupportedSpdxId(license);
  if (!isKnown) {
    return [`package.json: the license "${license}" is not an SPDX identifier, such as "MIT".`];
  }
  return hasText ? [] : [`LICENSE: missing. Write the text of ${license} into it.`];
}

function versionRefusals(version: string, changelog: string): readonly string[] {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    return [`package.json: "version" is "${version}". Expected a version such as 1.0.0.`];
  }
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => titleOf(line) === version);
  const wanted = `## ${version} - YYYY-MM-DD`;
  if (start === -1) return [`CHANGELOG.md: no section for version ${version}. Add "${wanted}".`];
  const end = lines.findIndex((line, place) => place > start && line.startsWith("## "));
  const body = lines.slice(start + 1, end === -1 ? undefined : end);
  const isEmpty = body.every((line) => line.trim() === "" || line.startsWith("#"));
  const dated = /^## \S+ - \d{4}-\d\d-\d\d$/.test(lines[start] ?? "");
  return [
    ...(dated
      ? []
      : [`CHANGELOG.md: the section of ${version} has no date. Expected "${wanted}".`]),
    ...(isEmpty ? [`CHANGELOG.md: the section of ${version} is empty. Say what changed.`] : []),
  ];
}

/** The version of a heading `## 1.0.0 - 2026-01-31` or `## [1.0.0] - 2026-01-31`; empty for any other line. */
function titleOf(line: string): string {
  const [mark, title = ""] = line.split(" ");
  return mark === "##" ? title.replace("[", "").replace("]", "") : "";
}

function baseRefusals(dockerfile: string, version: string): readonly string[] {
  const lines = dockerfile.split("\n");
  const base = lines
    .find((line) => line.startsWith("ARG NODE_IMAGE="))
    ?.slice("ARG NODE_IMAGE=".length);
  const isPinned = /^[^@\s]+@sha256:[0-9a-f]{64}$/.test(base ?? "");
  return [
    ...(isPinned
      ? []
      : [
          `Dockerfile: the base image ${base ?? "NODE_IMAGE"} is not pinned by its digest. Write NAME@sha256:DIGEST, as \`docker buildx imagetools inspect\` prints it.`,
        ]),
    ...(lines.includes(`ARG VERSION=${version}`)
      ? []
      : [`Dockerfile: the default of VERSION is not ${version}. Write ARG VERSION=${version}.`]),
  ];
}

function treeRefusals(folder: string, version: string): readonly string[] {
  const status = git(folder, "status", "--porcelain");
  if (status === null) return ["Git: this folder is not a checkout. Release from a clean clone."];
  const changed = status.split("\n").filter((line) => line !== "");
  const tagged = git(folder, "rev-parse", "--verify", "--quiet", `refs/tags/v${version}^{commit}`);
  const isElsewhere = tagged !== null && tagged !== git(folder, "rev-parse", "HEAD");
  return [
    ...(changed.length === 0
      ? []
      : [
          `Git: ${changed.length} files differ from the last commit, such as ${changed[0]?.slice(3)}. Commit or remove them.`,
        ]),
    ...(isElsewhere
      ? [`Git: the tag v${version} names another commit. Raise the version in package.json.`]
      : []),
  ];
}

/** What Git prints; null if it fails. */
export function git(folder: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trimEnd() : null;
}
