import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { AnswerOptions, ListOptions } from "../options/assumptions.ts";
import { answerRows, listRows } from "../options/assumptions.ts";
import { withOptions } from "../options/with-options.ts";

/** `assumptions`: records what the provider answered, and lists it with its age. */
export function assumptionsCommand({ exit }: CommandLine): Command {
  const answer = new Command("answer")
    .description("Record the provider's answer to an open point, with its source")
    .argument("<rule>", "the id of a rule with a choice")
    .argument("<choice>", "the answer, one of the choices of the rule");
  withOptions(answer, answerRows)
    .addHelpText(
      "after",
      examples(
        'lead-sandbox assumptions answer state.convert updated-at-moves --source "support, ticket 41"',
      ),
    )
    .action(async (rule: string, choice: string, options: AnswerOptions) => {
      const { answerAssumption } = await import("../tester/assumption-answers.ts");
      await answerAssumption(rule, choice, options);
    });
  const list = new Command("list").description(
    "List the recorded answers; with --max-age, exit with 1 if one is older",
  );
  withOptions(list, listRows)
    .addHelpText("after", examples("lead-sandbox assumptions list --max-age 180d"))
    .action(async (options: ListOptions) => {
      const { listAssumptions } = await import("../tester/assumption-answers.ts");
      exit(await listAssumptions(options));
    });
  return new Command("assumptions")
    .helpGroup(groups.contract)
    .description("Record and list what the provider answered about open points")
    .addCommand(answer)
    .addCommand(list);
}
