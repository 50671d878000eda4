import { globSync, readFileSync } from "node:fs";

import { shownCommands } from "../cli/shown-commands.ts";
import { tours } from "../docs/tours.ts";
import { commandsIn } from "../support/markdown.ts";

/** Commands that no test runs word for word, each with the test that does or the reason why none can. */
const elsewhere: Readonly<Record<string, string>> = {
  "npm ci && npm start": "test/cli/lifecycle.test.ts runs npm start; the lockfile is npm's own",
  "npm test": "runs this",
  "export URL=http://127.0.0.1:4610 FIRM=Harb0rPt KEY=11111111-1111-4111-8111-111111111111":
    "test/docs/tour.test.ts sets the same",
  "npm ci && npm pack\ncd ../your-project && npm install --save-dev ../lead-sandbox/lead-sandbox-*.tgz":
    "test/package packs the package and installs it in projects of its own",
};

/** The commands of README and tour that no test runs and that have no reason for it. */
export function untestedCommands(): readonly string[] {
  const run = new Set([
    ...tours.flatMap(({ steps }) => steps.map(({ command }) => command)),
    ...shownCommands,
  ]);
  return ["README.md", "docs/tour.md"]
    .flatMap((page) => commandsIn(readFileSync(page, "utf8")))
    .filter((command) => !run.has(command) && elsewhere[command] === undefined);
}

/** The settings of docs/settings.md that no test names, by flag, variable or name. */
export function untestedSettings(): readonly string[] {
  const tests = globSync("test/**/*.ts")
    .filter((file) => !file.endsWith("docs/pages.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const rows = readFileSync("docs/settings.md", "utf8").matchAll(
    /^\| `--([a-z-]+)` \| `(LEAD_SANDBOX_\w+)` \|/gm,
  );
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
