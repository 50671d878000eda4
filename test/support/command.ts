import { join, resolve } from "node:path";

import { inject } from "vitest";

/** The file that starts the command: as it is built in the slow suites, and from source in the fast ones. */
export function commandFile(): string {
  const built = inject("builtFolder");
  return built === undefined ? resolve("src/start.mjs") : join(built, "command/start.mjs");
}
