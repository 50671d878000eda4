import { existsSync } from "node:fs";

/** Shells that not every machine has; where LEAD_SANDBOX_TEST_SHELLS=required, their tests are not left out. */
const paths = { fish: "/usr/bin/fish", zsh: "/usr/bin/zsh", pwsh: "/usr/bin/pwsh" } as const;

/** PowerShell comes from no package registry: what it makes of a line is also tested by its grammar. */
const neverRequired: ReadonlySet<string> = new Set(["pwsh"]);

/** A shell with what the title of its tests says of it. */
export function shellNamed(name: keyof typeof paths) {
  const path = paths[name];
  const isRequired =
    process.env["LEAD_SANDBOX_TEST_SHELLS"] === "required" && !neverRequired.has(name);
  const isMissing = !existsSync(path) && !isRequired;
  return { path, isMissing, note: isMissing ? ` (left out: there is no ${path})` : "" };
}
