import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { commandsReference, commandsTable } from "./commands.ts";
import {
  assumptionsPage,
  controlPage,
  providerStatesPage,
  rulesPage,
  settingsTable,
} from "./pages.ts";

const updates = process.env["UPDATE_DOCS"] !== undefined;

/** What stands in `file`, after it was rewritten when that was asked for. */
function checkedIn(file: string, wanted: string): string {
  if (updates) writeFileSync(file, wanted);
  return readFileSync(file, "utf8");
}

describe("generated pages", () => {
  it.each([
    ["docs/rules.md", rulesPage],
    ["docs/assumptions.md", assumptionsPage],
    ["docs/control-api.md", controlPage],
    ["contracts/provider-states.md", providerStatesPage],
  ])("%s is what the code says; UPDATE_DOCS=1 rewrites it", (file, page) => {
    expect(checkedIn(file, page())).toBe(page());
  });

  it("README.md has every setting; UPDATE_DOCS=1 rewrites the table", () => {
    const readme = readFileSync("README.md", "utf8");
    const wanted = readme.replace(
      /<!-- settings -->[^]*<!-- \/settings -->/,
      () => `<!-- settings -->\n\n${settingsTable()}\n\n<!-- /settings -->`,
    );
    expect(checkedIn("README.md", wanted)).toBe(wanted);
  });

  it.each([
    ["docs/cli.md", commandsReference],
    ["README.md", commandsTable],
  ])("%s has every command; UPDATE_DOCS=1 rewrites them", async (file, reference) => {
    const commands = await reference();
    const wanted = readFileSync(file, "utf8").replace(
      /<!-- commands -->[^]*<!-- \/commands -->/,
      () => `<!-- commands -->\n\n${commands}\n\n<!-- /commands -->`,
    );
    expect(wanted).toContain(commands);
    expect(checkedIn(file, wanted)).toBe(wanted);
  });
});
