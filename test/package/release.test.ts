import { rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { refusals } from "../../scripts/release-checks.ts";
import { checkout, commit, description, digest, files, git, notACheckout } from "./released.ts";
import { temporary, write } from "./unpacked.ts";

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
