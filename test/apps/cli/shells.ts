import { existsSync } from "node:fs";

/**
 * Shells that some machines lack. LEAD_SANDBOX_TEST_SHELLS=required makes their tests fail instead of skipping them.
 */
const paths = { fish: "/usr/bin/fish", zsh: "/usr/bin/zsh", pwsh: "/usr/bin/pwsh" } as const;

/** PowerShell is in no package registry, so other tests parse its lines by its grammar. */
const neverRequired: ReadonlySet<string> = new Set(["pwsh"]);

/** A shell, and a note for the titles of its tests. */
export function shellNamed(name: keyof typeof paths) {
  const path = paths[name];
  const isRequired =
    process.env["LEAD_SANDBOX_TEST_SHELLS"] === "required" && !neverRequired.has(name);
  const isMissing = !existsSync(path) && !isRequired;
  return { path, isMissing, note: isMissing ? ` (left out: there is no ${path})` : "" };
}
