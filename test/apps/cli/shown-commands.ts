import { readFileSync } from "node:fs";

import { commandsIn, sectionOf } from "../../support/markdown.ts";

/** The blocks of `lead-sandbox` commands in the README and in the commands page. */
export const shownCommands = [
  ...commandsIn(sectionOf("README.md", "Test in CI")),
  ...commandsIn(sectionOf("README.md", "Explore")),
  ...commandsIn(readFileSync("docs/cli.md", "utf8").split("<!-- commands -->")[0] ?? ""),
];
