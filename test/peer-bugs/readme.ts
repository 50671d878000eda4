import { globSync, readFileSync } from "node:fs";

const readme = readFileSync("README.md", "utf8");
const tourTest = readFileSync("test/docs/tour.test.ts", "utf8");
const pipelineTest = readFileSync("test/cli/pipeline.test.ts", "utf8");
const examplesTest = readFileSync("test/cli/examples.test.ts", "utf8");

/** Commands that no test of the tour runs, each with the test that does or the reason why none can. */
const elsewhere: Readonly<Record<string, string>> = {
  "npm ci && npm start": "test/cli/lifecycle.test.ts runs npm start; the lockfile is npm's own",
  "npm test": "runs this",
  "export URL=http://127.0.0.1:4610 FIRM=Harb0rPt KEY=11111111-1111-4111-8111-111111111111":
    "test/docs/tour.test.ts sets the same",
  "npm ci && npm pack\ncd ../your-project && npm install --save-dev ../lead-sandbox/lead-sandbox-*.tgz":
    "test/package packs the package and installs it in projects of its own",
};

/** The commands of the README that test/docs/tour.test.ts does not run and that have no reason for it. */
export function untestedCommands(): readonly string[] {
  const run = new Set([
    ...tourCommands(),
    ...firstCommandOf("Workspaces"),
    ...commandsOfSection("In a pipeline"),
    ...commandsOfSection("Commands"),
  ]);
  return blocksOf(readme)
    .filter(({ language }) => language === "sh")
    .map(({ body }) => body)
    .filter((command) => !run.has(command) && elsewhere[command] === undefined);
}

/** What the tour test runs: each block of commands of the tour that is followed by its output. */
function tourCommands(): readonly string[] {
  if (!tourTest.includes("## A tour in five minutes\\n([^]*?)\\n## ")) return [];
  const blocks = blocksOf(sectionOf("A tour in five minutes"));
  return blocks.flatMap(({ language, body }, index) => {
    const next = blocks[index + 1]?.language ?? "sh";
    return language === "sh" && next !== "sh" ? [body] : [];
  });
}

function firstCommandOf(section: string): readonly string[] {
  if (!tourTest.includes(`## ${section}\\n[^]*?\`\`\`sh`)) return [];
  return blocksOf(sectionOf(section))
    .filter(({ language }) => language === "sh")
    .slice(0, 1)
    .map(({ body }) => body);
}

/** What test/cli/pipeline.test.ts and test/cli/examples.test.ts run: every block of commands of a section. */
function commandsOfSection(section: string): readonly string[] {
  const isRun =
    pipelineTest.includes(`sectionOf("README.md", "${section}")`) ||
    examplesTest.includes(`startsWith("${section}\\n")`);
  if (!isRun) return [];
  return blocksOf(sectionOf(section))
    .filter(({ language }) => language === "sh")
    .map(({ body }) => body);
}

/** The settings of the README that no test names, by flag, variable or name. */
export function untestedSettings(): readonly string[] {
  const tests = globSync("test/**/*.ts")
    .filter((file) => !file.endsWith("docs/pages.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const rows = readme.matchAll(/^\| `--([a-z-]+)` \| `(LEAD_SANDBOX_\w+)` \|/gm);
  return Array.from(rows, ([, flag = "", variable = ""]) => ({ flag, variable }))
    .filter(({ flag, variable }) => {
      const name = flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const used = new RegExp(`--${flag}\\b|${variable}\\b|\\b${name}:`);
      return !used.test(tests);
    })
    .map(({ flag }) => flag);
}

/** The calls that docs/control-api.md lists, as method and path of the operations: `GET /emails/{emailId}`. */
export function documentedCalls(): readonly string[] {
  const rows = readFileSync("docs/control-api.md", "utf8").matchAll(
    /^\| `([A-Z]+) (?:W|\/_sandbox)(\/[^`]*)` \|/gm,
  );
  return Array.from(rows, ([, method, path]) => `${method} ${path}`);
}

function sectionOf(name: string): string {
  return readme.split(/^## /m).find((section) => section.startsWith(`${name}\n`)) ?? "";
}

function blocksOf(text: string): readonly { readonly language: string; readonly body: string }[] {
  return Array.from(text.matchAll(/```(\w+)\n([^]*?)\n```/g), ([, language = "", body = ""]) => ({
    language,
    body,
  }));
}
