import { ruleOf } from "../../rules/catalogue.ts";
import type { DriftReport, Verdict } from "./check.ts";

/** The verdicts as lines for a terminal: what is denied first, then how many are confirmed, then what nobody could ask. */
export function textOfDrift({ verdicts, requests, created, assumptions }: DriftReport): string {
  const of = (verdict: Verdict["verdict"]) => verdicts.filter((one) => one.verdict === verdict);
  const denied = of("denied");
  const unknown = of("unknown");
  return [
    "",
    `${of("confirmed").length} rules confirmed, ${denied.length} denied, ${unknown.length} unknown, with ${requests} requests and ${created} Leads.`,
    ...denied.flatMap(deniedLines),
    ...(unknown.length === 0
      ? []
      : ["", "  Not to be asked from outside:", ...wrapped(unknown.map(({ rule }) => rule))]),
    ...(Object.keys(assumptions).length === 0
      ? []
      : [
          "",
          "  A sandbox does the same with these assumptions:",
          `    ${JSON.stringify(assumptions)}`,
        ]),
    "",
  ].join("\n");
}

function deniedLines({ rule, choice, reason, evidence }: Verdict): readonly string[] {
  const { statement, default: byDefault } = ruleOf(rule);
  return [
    "",
    `  ${rule}: ${reason}`,
    `    the rule: ${statement}`,
    ...(choice === null || byDefault === undefined
      ? []
      : [`    here: ${byDefault}, there: ${choice}`]),
    ...evidence.map((one) => `    seen: ${JSON.stringify(one).slice(0, 300)}`),
  ];
}

function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 96)
      lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`    ${name}`);
  }
  return lines;
}
