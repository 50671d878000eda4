import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { withNext } from "../serve/next-edge.ts";
import { configOf, withSettings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { interceptByOption, percent } from "../values.ts";

/** `exec`: runs a sandbox while a command runs. */
export function execCommand({ exit, environment }: CommandLine): Command {
  return withSettings(
    withNext(
      new Command("exec")
        .helpGroup(groups.serving)
        .description("Start a sandbox, run a command against it, exit with its code"),
    )
      .argument("<command...>", "the command and its arguments, after --")
      .passThroughOptions()
      .option("--url <url>", "use a new workspace of this running sandbox instead")
      .option("--token <token>", "with --url: its control token (LEAD_SANDBOX_CONTROL_TOKEN)")
      .option("--env <names>", "names of the variables, such as url=MY_URL,key=MY_KEY")
      .option("--min-coverage <percent>", "fail if fewer of the operations were called", percent)
      .option("--allow-no-requests", "pass although the command made no request")
      .option("--junit <file>", "write the result as JUnit XML")
      .option("--json <file>", "write the result as JSON")
      .option("--record <file>", "write the traffic as a Pact V4 file")
      .option("--bundle <file>", "write a failing run as a bundle, for replay")
      .option("--keep-data", "keep personal data in the bundle")
      .option("--consumer <name>", "consumer name in the recorded pact", "recorded-client")
      .option("--provider <name>", "provider name in the pact", "lead-api")
      .addOption(interceptByOption()),
  )
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
    .action(async (command: readonly string[], options: Options) => {
      if (options["url"] !== undefined) {
        const { executeAt } = await import("../exec/running.ts");
        return exit(await executeAt(command, options, environment));
      }
      if (options["token"] !== undefined) throw new UsageError("--token requires --url.");
      if (options["next"] !== undefined && options["bundle"] !== undefined) {
        throw new UsageError(
          "--bundle with --next is invalid, because a replay has no announced changes. Use explore --next, whose bundles have them.",
        );
      }
      const config = await configOf({ port: "0", ...options }, environment);
      const { execute } = await import("../exec/exec.ts");
      return exit(await execute(command, config, options));
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
