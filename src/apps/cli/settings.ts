import { Option } from "commander";
import type { Command } from "commander";

import type { Config, SettingName } from "../../server/settings/config.ts";
import { readConfig, readSettings, settings } from "../../server/settings/config.ts";
import type { Environment, Options } from "./command-line.ts";
import { variable as variableOf } from "./command-line.ts";

/** Adds every setting of a sandbox to a command as an option, unless the command has another option of that name. */
export function withSettings(command: Command): Command {
  command.optionsGroup("Settings:");
  command.option("-c, --config <file>", configOption);
  const own = new Set(command.options.map(({ long }) => long));
  for (const { name, flag, variable, description, isSwitch } of settings) {
    if (own.has(flag)) continue;
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} ${isSwitch ? "[value]" : "<value>"}`;
    command.option(flags, `${description} (${variable})`);
    if (isSwitch) command.addOption(new Option(`--no-${flag.slice(2)}`).hideHelp());
  }
  command.option("--all", "with --help: list every setting");
  command.hook("preAction", () => {
    if (command.opts()["all"] !== true) return;
    command.error("error: --all is for --help, which lists every setting with it");
  });
  return command.optionsGroup("Options:");
}

/** The settings that help lists without `--all`: those that most people look for. */
const mainSettings: ReadonlySet<string> = new Set([
  "port",
  "host",
  "data",
  "fixture",
  "quota",
  "https",
  "publicUrl",
  "controlToken",
  "logLevel",
]);

const otherFlags: ReadonlySet<string> = new Set(
  settings.filter(({ name }) => !mainSettings.has(name)).map(({ flag }) => flag),
);

/** Whether help lists an option: with `--all` every one, else none of the less usual settings. */
export function isInHelp({ long }: Pick<Option, "long">, command: Command): boolean {
  const hasSettings = command.options.some((option) => option.long === "--all");
  return !hasSettings || command.opts()["all"] === true || !otherFlags.has(long ?? "");
}

const configOption = "JSON file of settings by name (LEAD_SANDBOX_CONFIG)";

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

/**
 * The settings in force: options override the environment, the file and the defaults, in this order. Warns of a
 * variable that only looks like a setting.
 */
export async function configOf(options: Options, environment: Environment): Promise<Config> {
  const flags = Object.fromEntries(settings.map(({ name }) => [name, options[name]]));
  const config = readConfig({ flags, environment, file: settingsFile(options, environment) });
  const unknown = Object.keys(environment).filter(isUnknown);
  if (unknown.length > 0 && config.logLevel !== "silent") {
    const { warnOfUnknown } = await import("./unknown-variables.ts");
    warnOfUnknown(unknown);
  }
  return config;
}

/** The settings that name the sandbox of this file and environment, for commands that call it. */
export function settingsOf<const Name extends SettingName>(
  names: readonly Name[],
  options: Options,
  environment: Environment,
): Pick<Config, Name> {
  return readSettings(names, { environment, file: settingsFile(options, environment) });
}

function settingsFile({ config: file }: Options, environment: Environment): string | undefined {
  return typeof file === "string" ? file : variableOf(environment, "LEAD_SANDBOX_CONFIG");
}

/** Variables that this program, its tests and the CI pages read, apart from settings. */
const otherVariables =
  /^LEAD_SANDBOX_(?:CONFIG|URL|CONTROL_URL|WORKSPACE|WORKSPACE_TOKEN|EPHEMERAL|IMAGE|REPOSITORY|TEST_.*)$/;

/** What Kubernetes sets for a Service whose name begins with `lead-sandbox`, next to `LEAD_SANDBOX_PORT`. */
const serviceLink =
  /^LEAD_SANDBOX_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;

function isUnknown(name: string): boolean {
  if (!name.startsWith("LEAD_SANDBOX_") || otherVariables.test(name)) return false;
  if (serviceLink.test(name)) return false;
  return settings.every(({ variable }) => variable !== name);
}
