import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { commandsReference, commandsTable } from "./commands.ts";
import {
  checksTable,
  clientCalls,
  controlPage,
  providerStatesPage,
  rulesPage,
  settingsTable,
} from "./pages.ts";
import { sourcePage } from "./source-page.ts";
import { supportPage } from "./support-page.ts";

const updates = process.env["UPDATE_DOCS"] !== undefined;

/** The content of `file`, which an update rewrites first. */
function checkedIn(file: string, wanted: string): string {
  if (updates) writeFileSync(file, wanted);
  return readFileSync(file, "utf8");
}

describe("generated pages", () => {
  it.each([
    ["docs/rules.md", rulesPage],
    ["docs/control-api.md", controlPage],
    ["src/library/client/calls.ts", clientCalls],
    ["contracts/provider-states.md", providerStatesPage],
    ["SUPPORT.md", supportPage],
    ["src/README.md", sourcePage],
  ])("%s matches the code; UPDATE_DOCS=1 rewrites it", (file, page) => {
    expect(checkedIn(file, page())).toBe(page());
  });

  it.each([
    ["docs/settings.md", "settings", settingsTable],
    ["docs/assess.md", "checks", checksTable],
    ["docs/cli.md", "table of commands", commandsTable],
    ["docs/cli.md", "commands", commandsReference],
  ])("%s has the current %s; UPDATE_DOCS=1 rewrites them", async (file, name, generate) => {
    const generated = await generate();
    const wanted = readFileSync(file, "utf8").replace(
      new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
      () => `<!-- ${name} -->\n\n${generated}\n\n<!-- /${name} -->`,
    );
    expect(wanted).toContain(generated);
    expect(checkedIn(file, wanted)).toBe(wanted);
  });
});
