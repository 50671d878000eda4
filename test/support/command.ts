import { join, resolve } from "node:path";

import { inject } from "vitest";

/** The file that starts the command: the build in slow suites, the source in fast ones. */
export function commandFile(): string {
  const built = inject("builtFolder");
  return built === undefined ? resolve("src/start.mjs") : join(built, "command/start.mjs");
}
