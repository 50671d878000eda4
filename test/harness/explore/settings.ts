import type { Config } from "../../../src/server/settings/config.ts";
import { readConfig } from "../../../src/server/settings/config.ts";

/** The default settings, with a free port and without output. */
export function config(flags: Readonly<Record<string, unknown>> = {}): Config {
  return readConfig({ flags: { port: 0, logLevel: "silent", ...flags } });
}
