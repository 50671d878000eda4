import { Command, InvalidArgumentError } from "commander";

import { Date } from "../../../base/values/native-timers.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { durationMs } from "../values.ts";

interface AnswerOptions {
  readonly source: string;
  readonly date?: string;
  readonly file: string;
  readonly json?: boolean;
}

interface ListOptions {
  readonly maxAge?: number;
  readonly file: string;
  readonly json?: boolean;
}

const fileOption = [
  "--file <file>",
  "file of answers, which --assumptions takes",
  "assumptions.json",
] as const;

/** `assumptions`: records what the provider answered, and lists it with its age. */
export function assumptionsCommand({ exit }: CommandLine): Command {
  const answer = new Command("answer")
    .description("Record the provider's answer to an open point, with its source")
    .argument("<rule>", "the id of a rule with a choice")
    .argument("<choice>", "the answer, one of the choices of the rule")
    .requiredOption("--source <text>", "who or what says so, such as a person, a mail or a ticket")
    .option("--date <date>", "day of the answer, such as 2026-03-02; today by default", day)
    .option(...fileOption)
    .option("--json", "print one JSON document")
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
  const list = new Command("list")
    .description("List the recorded answers; with --max-age, exit with 1 if one is older")
    .option(
      "--max-age <duration>",
      "the age from which an answer is stale, such as 90d",
      durationMs,
    )
    .option(...fileOption)
    .option("--json", "print one JSON document")
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

function day(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = Date.parse(`${text}T00:00:00Z`);
  if (isDay && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text))
    return text;
  throw new InvalidArgumentError("Expected a day such as 2026-03-02.");
}
