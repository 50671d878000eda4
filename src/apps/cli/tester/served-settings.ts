import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";

/** The settings that a command needs to call a sandbox. */
interface ServedSettings {
  readonly host: string;
  readonly port: number;
  readonly controlToken: string | null;
}

const defaults: ServedSettings = { host: "127.0.0.1", port: 4610, controlToken: null };

/** The variables that can set one of them. The control token has its own order of precedence. */
const variables = ["LEAD_SANDBOX_CONFIG", "LEAD_SANDBOX_HOST", "LEAD_SANDBOX_PORT", "PORT"];

/** The settings of a sandbox that was started with the same file and environment. A port of 0 counts as the default. */
export async function servedSettings<const Name extends keyof ServedSettings>(
  names: readonly Name[],
  options: { readonly config?: string | undefined },
  environment: Environment,
): Promise<Pick<ServedSettings, Name>> {
  const isSet = variables.some((name) => variable(environment, name) !== undefined);
  if (!isSet && options.config === undefined) return defaults;
  // Loaded only here, because most commands find nothing set and should start fast.
  const { settingsOf } = await import("../settings.ts");
  const { LEAD_SANDBOX_CONTROL_TOKEN: _, ...others } = environment;
  const served = settingsOf(names, { ...options }, others);
  return "port" in served && served.port === 0 ? { ...served, port: defaults.port } : served;
}
