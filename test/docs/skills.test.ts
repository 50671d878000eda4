import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { newProgram } from "../../src/apps/cli/program.ts";
import { toolNames } from "../../src/apps/mcp/tool-names.ts";
import { verdicts } from "../../src/harness/explore/model.ts";
import { leavesOf } from "../apps/cli/command-leaves.ts";
import type { Leaf } from "../apps/cli/command-leaves.ts";
import { runHere } from "../apps/cli/program.ts";
import { codeBlocks } from "../support/markdown.ts";
import { listeningSandbox, newSandbox } from "../support/sandbox.ts";

const skill = "skills/lead-sandbox/SKILL.md";
const files = globSync("skills/**/*.md").toSorted();
const text = readFileSync(skill, "utf8");

let leaves: readonly Leaf[] = [];
beforeAll(async () => {
  leaves = leavesOf(await newProgram({ exit: () => {}, environment: {} }));
});

describe("the skill", () => {
  it("is short, with two companions that it links to", () => {
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(120);
    expect(files).toStrictEqual([
      skill,
      "skills/lead-sandbox/references/refusals.md",
      "skills/lead-sandbox/references/verdicts.md",
    ]);
    for (const file of files.slice(1)) expect(text).toContain(`](references/${basename(file)})`);
  });

  it("is named after its folder, and has the version and licence of the package", () => {
    const [, head = ""] = text.split("---\n", 2);
    const fields = new Map(
      head.split("\n").map((line) => {
        const [name = "", ...rest] = line.trim().split(": ");
        return [name, rest.join(": ")] as const;
      }),
    );
    expect(fields.get("name")).toBe(basename(dirname(skill)));
    expect(fields.get("version")).toBe(JSON.stringify(packageJson.version));
    expect(fields.get("license")).toBe(packageJson.license);
    const description = fields.get("description") ?? "";
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  it("is in the package", () => {
    expect(packageJson.files).toContain("skills");
    expect(packageJson.files).toContain("docs/llms.txt");
  });

  it("names each tool, and no other", () => {
    const named = Array.from(
      text.matchAll(/tools? ((?:`[\w_]+`(?:, | and )?)+)/g),
      ([, all = ""]) => Array.from(all.matchAll(/`([\w_]+)`/g), ([, name = ""]) => name),
    ).flat();
    const known: readonly string[] = toolNames;
    expect(named.filter((name) => !known.includes(name))).toStrictEqual([]);
    expect(toolNames.filter((name) => !text.includes(`\`${name}\``))).toStrictEqual([]);
  });

  it("has the tools of the guide, which names each", () => {
    const guide = readFileSync("docs/agents.md", "utf8");
    const rows = Array.from(guide.matchAll(/^\| `(\w+)` +\|/gm), ([, name = ""]) => name);
    expect(rows.toSorted()).toStrictEqual(toolNames.toSorted());
  });

  it.each(files)("has commands that exist, with their options: %s", (file) => {
    const wrong = codeBlocks(readFileSync(file, "utf8"))
      .flatMap(({ body }) => body.split("\n"))
      .filter((line) => line !== "")
      .filter((line) => !isKnown(line));
    expect(wrong).toStrictEqual([]);
  });

  it("has commands that succeed; those with a client run in the suites of exec, explore and replay", async () => {
    const { url, close } = await listeningSandbox();
    onTestFinished(close);
    const lines = files
      .flatMap((file) => codeBlocks(readFileSync(file, "utf8")))
      .flatMap(({ body }) => body.split("\n"))
      .filter((line) => line !== "" && !line.includes(" -- "));
    expect(lines).toContain("npx lead-sandbox time advance PT1H");
    for (const line of lines) {
      const [, , ...args] = line.split(" ");
      // oxlint-disable-next-line no-await-in-loop -- as an agent runs them
      const { code, stderr } = await runHere(args, { LEAD_SANDBOX_URL: url });
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: "" });
    }
  });

  it("tells each verdict of explore", () => {
    const page = readFileSync("skills/lead-sandbox/references/verdicts.md", "utf8");
    expect(verdicts.filter((one) => !page.includes(`\`${one}\``))).toStrictEqual([]);
  });
});

/** Whether a line calls a command of this program with options that it has. */
function isKnown(line: string): boolean {
  const [call = ""] = line.split(" -- ");
  const [npx, name, ...words] = call.split(" ");
  if (npx !== "npx" || name !== "lead-sandbox") return false;
  const leaf = leaves.find(({ name: path }) => `${words.join(" ")} `.startsWith(`${path} `));
  return (
    leaf !== undefined &&
    words
      .filter((word) => word.startsWith("--"))
      .every((word) => leaf.command.options.some(({ long }) => long === word))
  );
}

describe("llms.txt", () => {
  it("is short, and its links lead somewhere", () => {
    const page = readFileSync("docs/llms.txt", "utf8");
    expect(page.length).toBeLessThanOrEqual(4_096);
    expect(page).toMatch(/^# lead-sandbox\n\n> /);
    const links = Array.from(page.matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => `docs/${link}`);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(link))).toStrictEqual([]);
  });

  it.each([null, "the-token"])(
    "of a server has addresses that answer, with the token %s",
    async (token) => {
      const sandbox = newSandbox({ controlToken: token });
      const at = "http://127.0.0.1:21999";
      const answer = await sandbox.fetch(new Request(`${at}/_sandbox/llms.txt`));
      const page = await answer.text();
      expect(answer.headers.get("content-type")).toContain("text/plain");
      expect(page.length).toBeLessThanOrEqual(4_096);
      expect(page.includes("need the control token")).toBe(token !== null);
      expect(page).not.toContain("the-token");
      const links = Array.from(page.matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => link);
      expect(links.length).toBeGreaterThan(6);
      for (const link of links) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const { status } = await sandbox.fetch(
          new Request(link, {
            headers: token === null ? {} : { authorization: `Bearer ${token}` },
          }),
        );
        expect({ link, status }).toStrictEqual({ link, status: link.endsWith("/mcp") ? 405 : 200 });
      }
    },
  );
});
