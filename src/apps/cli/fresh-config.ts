import type { Config } from "../../server/settings/config.ts";
import { UsageError } from "./usage-error.ts";

/** The settings that every run of a command decides itself. */
const ownFlags = {
  data: "--data",
  port: "--port",
  surfacePorts: "--surface-ports",
  proxyPort: "--proxy-port",
  publicUrl: "--public-url",
};

/**
 * The configuration of runs that each have their own sandbox, so that none shares a workspace or a port with another.
 * Throws for settings that do not apply to `command`.
 */
export function freshConfig(
  config: Config,
  given: Readonly<Record<string, unknown>>,
  command: string,
): Config {
  for (const [name, flag] of Object.entries(ownFlags)) {
    if (given[name] === undefined) continue;
    throw new UsageError(
      `${flag} does not apply to ${command}: each run has a fresh sandbox on a free port. --fixture sets its initial state.`,
    );
  }
  const proxyPort = config.proxyPort === null ? null : 0;
  return { ...config, data: null, port: 0, publicUrl: null, surfacePorts: {}, proxyPort };
}
