import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { ExecOptions } from "../options/exec.ts";
import { execRows } from "../options/exec.ts";
import { withOptions } from "../options/with-options.ts";
import { withSettings } from "../options/with-settings.ts";
import { configOf } from "../settings.ts";

/** `exec`: runs a sandbox while a command runs. */
export function execCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("exec")
    .helpGroup(groups.serving)
    .description("Start a sandbox, run a command against it, exit with its code")
    .argument("<command...>", "the command and its arguments, after --")
    .passThroughOptions();
  return withSettings(withOptions(command, execRows))
    .addHelpText(
      "after",
      examples(
        "lead-sandbox exec -- npm test",
        "lead-sandbox exec --next changes.yaml -- npm test",
        "lead-sandbox exec --intercept leads.lender.example -- npm run sync",
        "lead-sandbox exec --allow-no-requests -- lead-sandbox leads list",
        'lead-sandbox exec --url "$LEAD_SANDBOX_URL" -- npm test',
      ) + variablesText,
    )
    .action(async (given: readonly string[], options: ExecOptions) => {
      if (options.url !== undefined) {
        const { executeAt } = await import("../exec/running.ts");
        return exit(await executeAt(given, options, environment));
      }
      const config = await configOf({ port: "0", ...options }, environment);
      const { execute } = await import("../exec/exec.ts");
      return exit(await execute(given, config, options));
    });
}

const variablesText = `
The command gets your environment, also under npm start, plus LEAD_API_URL, LEAD_API_KEY,
LEAD_API_KEY_ID, LEAD_API_REALTOR_KEY, LEAD_API_FIRM_ID, LEAD_API_MEMBER_ID,
LEAD_API_REFERRAL_CODE and LEAD_SANDBOX_CONTROL_URL.
It can run lead-sandbox leads, emails and the like against the same sandbox. For these, it also
gets LEAD_SANDBOX_URL, LEAD_SANDBOX_WORKSPACE, LEAD_SANDBOX_CONTROL_TOKEN where one is set, and a
folder in PATH.
LEAD_SANDBOX_EPHEMERAL says that the sandbox ends with the command. With --https, LEAD_API_CA_FILE
and NODE_EXTRA_CA_CERTS name the certificate to trust.
With --url, the sandbox keeps running, and the workspace is dropped after the command.
With --intercept, the command also gets variables for proxies, certificates and preloads:
docs/unchanged.md lists them.
`;
