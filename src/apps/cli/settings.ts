import type { Config, SettingName } from "../../server/settings/config.ts";
import { readConfig, readSettings, settings } from "../../server/settings/config.ts";
import type { Environment, Options } from "./command-line.ts";
import { variable as variableOf } from "./command-line.ts";

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
