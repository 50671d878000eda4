import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { CheckTargetOptions } from "../options/check.ts";
import { checkTargetRows } from "../options/check.ts";
import { withOptions } from "../options/with-options.ts";

/** `check-target`: what a service does, rule by rule. */
export function checkTargetCommand({ exit }: CommandLine): Command {
  const command = new Command("check-target")
    .helpGroup(groups.contract)
    .description("Check where a service differs from the rules")
    .argument("<base-url>", "such as https://api.partner.dit.example.com/v1");
  return withOptions(command, checkTargetRows)
    .addHelpText("after", examples(example))
    .action(async (baseUrl: string, options: CheckTargetOptions) => {
      const { checkService } = await import("../check/check-target.ts");
      exit(await checkService(baseUrl, options));
    });
}

const example =
  'lead-sandbox check-target "$LEAD_API_URL/v1" --api-key "$LEAD_API_KEY" --firm "$LEAD_API_FIRM_ID" --email you@example.com';
