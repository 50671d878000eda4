import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { count, names } from "../values.ts";

/** `check-target`: what a service does, rule by rule. */
export function checkTargetCommand({ exit }: CommandLine): Command {
  return new Command("check-target")
    .helpGroup(groups.contract)
    .description("Check where a service differs from the rules")
    .argument("<base-url>", "such as https://api.partner.dit.example.com/v1")
    .requiredOption("--api-key <key>", "a Partner key of the service's sandbox")
    .requiredOption("--firm <id>", "the Firm that the key acts for")
    .requiredOption(
      "--email <address>",
      "an address of yours; the checks derive others from it with a plus",
    )
    .option("--firm-member <id>", "a member of the Firm, for more checks")
    .option("--foreign-firm <id>", "another Firm, for more checks")
    .option("--other-api-key <key>", "a key of the other API, for more checks")
    .option("--other-environment-key <key>", "a key of the other environment, for more checks")
    .option("--only <rules>", "ask about these rules alone, comma-separated", names)
    .option("--budget <requests>", "maximum number of requests", count, 300)
    .option("--wait", "wait until the key is allowed again when its quota is used up")
    .option("--answers <file>", "go on with the answers in this file, and keep the new ones there")
    .option("--out <file>", "write the assumptions that match the service, for serve --assumptions")
    .option("--markdown <file>", "write the verdicts as Markdown")
    .option("--html <file>", "write the verdicts as a page")
    .option("--json", "print the verdicts as JSON")
    .option("--yes", "allow a service that is not on this machine")
    .option("--allow-production", "allow a host that looks like production")
    .addHelpText("after", examples(example))
    .action(async (baseUrl: string, options: Options) => {
      const { checkService } = await import("../check/check-target.ts");
      exit(await checkService(baseUrl, options));
    });
}

const example =
  'lead-sandbox check-target "$LEAD_API_URL/v1" --api-key "$LEAD_API_KEY" --firm "$LEAD_API_FIRM_ID" --email you@example.com';
