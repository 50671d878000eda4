import { Command } from "commander";
import { closest, distance } from "fastest-levenshtein";

import { isRuleId, ruleIds, ruleOf } from "../../../domain/rules/catalogue.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { standings } from "../../../domain/rules/rule.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { jsonRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { bold, print, table } from "../output/output.ts";
import { UsageError } from "../usage-error.ts";

const rulesRows = {
  "--standing <standing>": {
    help: "only rules of this standing",
    choices: standings,
    excludes: { "a rule": "it selects from the list." },
  },
  ...jsonRow,
} as const satisfies OptionRows;
type RulesOptions = OptionsOf<typeof rulesRows>;

/** `rules`: prints the catalogue; needs no sandbox. */
export function rulesCommand(_line: CommandLine): Command {
  const command = new Command("rules")
    .helpGroup(groups.program)
    .description("List the rules, or show one")
    .argument("[rule]", "the id of one rule");
  return withOptions(command, rulesRows)
    .addHelpText(
      "after",
      examples("lead-sandbox rules --standing assumed", "lead-sandbox rules lead.unique.deleted"),
    )
    .action((id: string | undefined, options: RulesOptions) => {
      if (id === undefined) return listRules(options);
      if (!isRuleId(id)) {
        throw new UsageError(`There is no rule ${id}. ${hintFor(id)}`);
      }
      return print(options, { id, ...ruleOf(id) }, () => textOfRule(id));
    });
}

/** Suggests a rule only if its id is similar: a distant one would mislead. */
function hintFor(id: string): string {
  const nearest = closest(id, [...ruleIds]);
  return distance(id, nearest) <= id.length * 0.4
    ? `Did you mean ${nearest}?`
    : "lead-sandbox rules lists them all.";
}

function listRules(options: RulesOptions): void {
  const rules = ruleIds
    .map((id) => ({ id, ...ruleOf(id) }))
    .filter(({ standing }) => options.standing === undefined || standing === options.standing);
  const rows = rules.map(({ id, standing, statement }) => [id, standing, statement]);
  print(options, rules, () => table(["rule", "standing", "what it says"], rows, "There is none."));
}

function textOfRule(id: RuleId): string {
  const { clause, standing, statement, source, default: byDefault, alternatives = [] } = ruleOf(id);
  const from = source === undefined ? "" : ` (${source})`;
  const choice = byDefault === undefined ? [] : [`default: ${byDefault}`];
  const others = alternatives.length === 0 ? [] : [`alternatives: ${alternatives.join(", ")}`];
  return [bold(id), statement, `${standing}${from}; clause ${clause}`, ...choice, ...others].join(
    "\n",
  );
}
