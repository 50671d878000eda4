/** The verdicts on a service as a document. */
import { counted } from "../../base/values/counted.ts";
import { ruleOf } from "../../domain/rules/catalogue.ts";
import { partNames, partsOf } from "../../domain/rules/parts.ts";
import type { Block, Document } from "../report/document.ts";
import { code, heading, list, paragraph, plainText, quoted, table } from "../report/document.ts";
import type { Mark } from "../report/marks.ts";
import type { ConformanceReport, Verdict } from "./check.ts";
import { leftOut } from "./judge/not-asked.ts";
import { kinds, leftTexts, shortened, unansweredTexts } from "./report.ts";

/** How much a denial matters: the interface says otherwise, the provider's pages do, or nothing does. */
const markOf: Readonly<Record<(typeof kinds)[number]["denies"], Mark>> = {
  documented: "high",
  reference: "medium",
  assumed: "question",
};

export function documentOfConformance(report: ConformanceReport): Document {
  const { verdicts, requests, created, assumptions, stopped } = report;
  const of = (verdict: Verdict["verdict"]) => verdicts.filter((one) => one.verdict === verdict);
  const [confirmed, partly, denied, unknown] = [
    of("confirmed"),
    of("partly-confirmed"),
    of("denied"),
    of("unknown"),
  ];
  return {
    title: `check-target: ${counted(denied.length, "rule")} denied`,
    blocks: [
      paragraph(
        `${counted(confirmed.length, "rule")} confirmed, ${partly.length} partly confirmed, ${denied.length} denied, ${unknown.length} unknown, with ${counted(requests, "request")} and ${counted(created, "Lead")}.`,
      ),
      ...unansweredTexts(report).map((text) => paragraph(text)),
      ...(stopped === null ? [] : [paragraph(plainText(stopped.reason))]),
      ...leftTexts(report, null).map((text) => paragraph(plainText(text))),
      ...kinds.flatMap(({ denies, advice }) => {
        const some = denied.filter((one) => one.denies === denies);
        if (some.length === 0) return [];
        return [
          heading(advice),
          ...some.flatMap((verdict) => deniedBlocks(verdict, markOf[denies])),
        ];
      }),
      ...partlyBlocks(partly),
      ...failingBlocks(report),
      ...unknownBlocks(unknown),
      ...assumptionBlocks(assumptions),
    ],
  };
}

function deniedBlocks(verdict: Verdict, mark: Mark): readonly Block[] {
  const { rule, parts, choice, reason, evidence } = verdict;
  const { statement, default: byDefault } = ruleOf(rule);
  const some = parts.denied.length === partNames(rule).length ? [] : parts.denied;
  return [
    { type: "verdict", mark, title: `${quoted(rule)}: ${plainText(reason)}`, text: statement },
    ...(some.length === 0 ? [] : [paragraph(`Denied: ${some.join(", ")}.`)]),
    ...(choice === null || byDefault === undefined
      ? []
      : [paragraph(`Here: ${quoted(byDefault)}, there: ${quoted(choice)}.`)]),
    ...table(
      ["asked", "expected", "seen"],
      evidence.map(({ request, expected, seen }) => [
        quoted(request),
        quoted(shortened(expected)),
        quoted(shortened(seen)),
      ]),
    ),
  ];
}

/** The rules that hold as far as they were asked. */
function partlyBlocks(partly: readonly Verdict[]): readonly Block[] {
  if (partly.length === 0) return [];
  const rows = partly.map(({ rule, parts: { asked, notAsked } }) => {
    const statements = partsOf(rule);
    const others = notAsked.map(({ part, reason }) => `${part}: ${statements[part]} ${reason}.`);
    return [quoted(rule), asked.join(", "), others.join("\n")];
  });
  return [heading("Partly confirmed"), ...table(["rule", "asked", "not asked"], rows)];
}

function failingBlocks({ failing }: ConformanceReport): readonly Block[] {
  if (failing.length === 0) return [];
  const rows = failing.map(({ request, problem, rules }) => [
    quoted(request),
    plainText(problem),
    rules.map(quoted).join(", "),
  ]);
  return [heading("The service fails"), ...table(["request", "three times", "asked for"], rows)];
}

function unknownBlocks(unknown: readonly Verdict[]): readonly Block[] {
  if (unknown.length === 0) return [];
  const byReason = Map.groupBy(unknown, ({ reason }) => reason);
  const items = Array.from(
    byReason,
    ([reason, some]) =>
      `${plainText(reason)}: ${reason === leftOut ? counted(some.length, "rule") : some.map(({ rule }) => quoted(rule)).join(", ")}`,
  );
  return [heading("Unknown"), ...list(items)];
}

function assumptionBlocks(assumptions: ConformanceReport["assumptions"]): readonly Block[] {
  if (Object.keys(assumptions).length === 0) return [];
  return [
    heading("To make a sandbox behave like this"),
    code("json", JSON.stringify(assumptions, null, 2)),
  ];
}
