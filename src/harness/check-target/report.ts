import { counted } from "../../base/values/counted.ts";
import type { Json } from "../../base/values/json.ts";
import { ruleOf } from "../../domain/rules/catalogue.ts";
import { partNames, partsOf } from "../../domain/rules/parts.ts";
import type { CheckPlan, ConformanceReport, Verdict } from "./check.ts";
import { leftOut } from "./judge/not-asked.ts";

/** The plan of a check, shown before it runs. */
export function textOfPlan(plan: CheckPlan, where: string, budget: number): string {
  const { questions, requests, created, deleted } = plan;
  const lines = [
    `lead-sandbox: ${questions} checks of ${where}: ${requests} requests, of at most ${budget}.`,
    `  They create ${counted(created, "Lead")}, delete ${deleted} of them, and create more where the service takes what`,
    "  the rules refuse; no mail is sent (disableClientOutreach), and every address is yours with a plus.",
  ];
  const tooFew = `  ${budget} requests are not enough for all checks. Use --budget ${requests}.`;
  return `${[...lines, ...(requests > budget ? [tooFew] : [])].join("\n")}\n`;
}

/**
 * The verdicts as lines for a terminal: denials first, then unknown rules with reasons. Empty when every verdict
 * is unknown because the service cannot be asked: the reason is then the whole report.
 */
export function textOfReport(report: ConformanceReport, answersFile: string | null = null): string {
  const { verdicts, requests, created, assumptions, stopped } = report;
  const of = (verdict: Verdict["verdict"]) => verdicts.filter((one) => one.verdict === verdict);
  const denied = of("denied");
  const unknown = of("unknown");
  const partly = of("partly-confirmed");
  const isRefused = stopped?.cause === "refused" || stopped?.cause === "unreachable";
  if (isRefused && unknown.length === verdicts.length) return "";
  return [
    "",
    `${counted(of("confirmed").length, "rule")} confirmed, ${partly.length} partly confirmed, ${denied.length} denied, ${unknown.length} unknown, with ${counted(requests, "request")} and ${counted(created, "Lead")}.`,
    ...unansweredTexts(report).flatMap((text) => ["", `  ${text}`]),
    ...(stopped === null ? [] : ["", `  ${stopped.reason}`]),
    ...leftTexts(report, answersFile).flatMap((text) => ["", ...wrapped(text.split(" "), "  ")]),
    ...kinds.flatMap(({ denies, advice }) => {
      const some = denied.filter((one) => one.denies === denies);
      return some.length === 0 ? [] : ["", `  ${advice}`, ...some.flatMap(deniedLines)];
    }),
    ...partlyLines(partly),
    ...failingLines(report),
    ...unknownLines(unknown),
    ...(Object.keys(assumptions).length === 0
      ? []
      : [
          "",
          "  To make a sandbox behave like this, use these assumptions:",
          `    ${JSON.stringify(assumptions)}`,
        ]),
    "",
  ].join("\n");
}

/** How many requests the service did not answer. */
export function unansweredTexts({ lost }: ConformanceReport): readonly string[] {
  if (lost === 0) return [];
  return [
    `The service gave no answer to ${counted(lost, "request")}. What stayed without one is unknown.`,
  ];
}

/** What is left to ask, and how to ask it. */
export function leftTexts(
  { left: { questions, rules } }: ConformanceReport,
  answersFile: string | null,
): readonly string[] {
  if (questions === 0) return [];
  const file = answersFile === null ? "with --answers FILE, which keeps what is answered" : "again";
  return [
    `Left: ${counted(questions, "question")} about ${rules.join(", ")}. Run the command ${file}.`,
  ];
}

function failingLines({ failing }: ConformanceReport): readonly string[] {
  if (failing.length === 0) return [];
  const lines = failing.flatMap(({ request, problem, rules }) => [
    `    ${request}: ${problem}, three times; asked for`,
    ...wrapped(rules),
  ]);
  return ["", "  The service fails:", ...lines];
}

/** What to do about each kind of denial: contact the provider, or switch the sandbox. */
export const kinds = [
  { denies: "documented", advice: "Tell the provider: the interface says otherwise." },
  {
    denies: "reference",
    advice: "Ask the provider: their public documentation differs, and the interface does not say.",
  },
  { denies: "assumed", advice: "Switch the sandbox: the right behaviour is not documented." },
] as const;

function deniedLines({ rule, parts, choice, reason, evidence }: Verdict): readonly string[] {
  const { statement, default: byDefault } = ruleOf(rule);
  return [
    "",
    `    ${rule}: ${reason}`,
    `      the rule: ${statement}`,
    ...(parts.denied.length === partNames(rule).length
      ? []
      : [`      denied: ${parts.denied.join(", ")}`]),
    ...(choice === null || byDefault === undefined
      ? []
      : [`      here: ${byDefault}, there: ${choice}`]),
    ...evidence.flatMap(({ request, expected, seen }) => [
      `      asked: ${request}`,
      `        expected: ${shortened(expected)}`,
      `        seen: ${shortened(seen)}`,
    ]),
  ];
}

/** The first 300 characters. */
export function shortened(value: Json): string {
  return JSON.stringify(value).slice(0, 300);
}

/** The rules that hold as far as they were asked, each with its other parts and the reasons. */
function partlyLines(partly: readonly Verdict[]): readonly string[] {
  if (partly.length === 0) return [];
  const lines = partly.flatMap(({ rule, parts: { asked, notAsked } }) => {
    const statements = partsOf(rule);
    return [
      `    ${rule}: asked ${asked.join(", ")}; not asked:`,
      ...notAsked.map(({ part, reason }) => `      ${part}: ${statements[part]} ${reason}.`),
    ];
  });
  return ["", "  Partly confirmed:", ...lines];
}

function unknownLines(unknown: readonly Verdict[]): readonly string[] {
  if (unknown.length === 0) return [];
  const reasons = [...new Set(unknown.map(({ reason }) => reason))];
  const lines = reasons.flatMap((reason) => {
    const names = unknown.filter((one) => one.reason === reason).map(({ rule }) => rule);
    if (reason === leftOut) return [`    ${reason}: ${counted(names.length, "rule")}.`];
    return [`    ${reason}:`, ...wrapped(names)];
  });
  return ["", "  Unknown:", ...lines];
}

function wrapped(names: readonly string[], indent = "      "): readonly string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 96)
      lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`${indent}${name}`);
  }
  return lines;
}
