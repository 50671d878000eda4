import { existsSync } from "node:fs";

/** Shells that not every machine has; where LEAD_SANDBOX_TEST_SHELLS=required, their tests are not left out. */
const paths = { fish: "/usr/bin/fish", zsh: "/usr/bin/zsh" } as const;

/** A shell with what the title of its tests says of it. */
export function shellNamed(name: keyof typeof paths) {
  const path = paths[name];
  const isMissing = !existsSync(path) && process.env["LEAD_SANDBOX_TEST_SHELLS"] !== "required";
  return { path, isMissing, note: isMissing ? ` (left out: there is no ${path})` : "" };
}
