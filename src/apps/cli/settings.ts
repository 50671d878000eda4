import { Option } from "commander";
import type { Command } from "commander";

import type { Config } from "../../server/settings/config.ts";
import { readConfig, settings } from "../../server/settings/config.ts";
import type { Environment, Options } from "./command-line.ts";

/** Adds every setting of a sandbox to a command as an option, unless the command has another option of that name. */
export function withSettings(command: Command): Command {
  command.optionsGroup("Settings:");
  command.option("-c, --config <file>", "JSON file of settings by name (LEAD_SANDBOX_CONFIG)");
  const own = new Set(command.options.map(({ long }) => long));
  for (const { name, flag, variable, description, isSwitch } of settings) {
    if (own.has(flag)) continue;
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} ${isSwitch ? "[value]" : "<value>"}`;
    command.option(flags, `${description} (${variable})`);
    if (isSwitch) command.addOption(new Option(`--no-${flag.slice(2)}`).hideHelp());
  }
  return command.optionsGroup("Options:");
}

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

/**
 * The settings in force: options override the environment, the file and the defaults, in this order. Warns of a
 * variable that only looks like a setting.
 */
export async function configOf(options: Options, environment: Environment): Promise<Config> {
  const { config: file } = options;
  const flags = Object.fromEntries(settings.map(({ name }) => [name, options[name]]));
  const config = readConfig({
    flags,
    environment,
    file: typeof file === "string" ? file : environment["LEAD_SANDBOX_CONFIG"],
  });
  const unknown = Object.keys(environment).filter(isUnknown);
  if (unknown.length > 0 && config.logLevel !== "silent") {
    const { warnOfUnknown } = await import("./unknown-variables.ts");
    warnOfUnknown(unknown);
  }
  return config;
}

/** Variables that this program, its tests and the CI pages read, apart from settings. */
const otherVariables =
  /^LEAD_SANDBOX_(?:CONFIG|URL|CONTROL_URL|WORKSPACE|WORKSPACE_TOKEN|EPHEMERAL|IMAGE|REPOSITORY|TEST_.*)$/;

function isUnknown(name: string): boolean {
  if (!name.startsWith("LEAD_SANDBOX_") || otherVariables.test(name)) return false;
  return settings.every(({ variable }) => variable !== name);
}
