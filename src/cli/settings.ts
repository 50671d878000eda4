import type { Command } from "commander";

import type { Config } from "../config.ts";
import { readConfig, settings } from "../config.ts";
import type { Environment, Options } from "./command-line.ts";

/** Gives a command every setting of a sandbox as an option. */
export function withSettings(command: Command): Command {
  command.optionsGroup("Settings:");
  command.option("-c, --config <file>", "JSON file of settings by name (LEAD_SANDBOX_CONFIG)");
  for (const { name, flag, variable, description, isSwitch } of settings) {
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} ${isSwitch ? "[value]" : "<value>"}`;
    command.option(flags, `${description} (${variable})`);
  }
  return command.optionsGroup("Options:");
}

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

/** The settings in force: options over the environment over the file over the defaults. */
export function configOf(options: Options, environment: Environment): Config {
  const { config } = options;
  const flags = Object.fromEntries(settings.map(({ name }) => [name, options[name]]));
  return readConfig({
    flags,
    environment,
    file: typeof config === "string" ? config : environment["LEAD_SANDBOX_CONFIG"],
  });
}
