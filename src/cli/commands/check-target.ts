import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { count } from "../values.ts";

/** `check-target`: what a service does, rule by rule. */
export function checkTargetCommand({ exit }: CommandLine): Command {
  return new Command("check-target")
    .helpGroup(groups.contract)
    .description("Ask a service what it does, and tell where it differs from the rules")
    .argument("<base-url>", "such as https://api.partner.dit.example.com/v1")
    .requiredOption("--api-key <key>", "a Partner key of its sandbox")
    .requiredOption("--firm <id>", "the Firm that the key acts for")
    .requiredOption("--email <address>", "an address of yours; others are made from it with a plus")
    .option("--firm-member <id>", "a member of the Firm, to ask more")
    .option("--foreign-firm <id>", "another Firm, to ask more")
    .option("--other-api-key <key>", "a key of the other API, to ask more")
    .option("--other-environment-key <key>", "a key of the other environment, to ask more")
    .option("--budget <requests>", "the most requests", count, 200)
    .option(
      "--out <file>",
      "write the assumptions that a sandbox has to make (serve --assumptions)",
    )
    .option("--json", "the verdicts as JSON")
    .option("--yes", "ask a service that is not on this machine")
    .option("--allow-production", "ask a host that looks like production")
    .addHelpText("after", examples(example))
    .action(async (baseUrl: string, options: Options) => {
      const { checkService } = await import("../check-target.ts");
      exit(await checkService(baseUrl, options));
    });
}

const example =
  'lead-sandbox check-target "$LEAD_API_URL/v1" --api-key "$LEAD_API_KEY" --firm "$LEAD_API_FIRM_ID" --email you@example.com';
