/** The report as a document. */
import { counted } from "../../../base/values/counted.ts";
import type { Block, Document } from "../../report/document.ts";
import { heading, list, paragraph, quoted, table } from "../../report/document.ts";
import { skippedText } from "../../traffic/recording.ts";
import { undecidedTexts } from "../replay/undecided.ts";
import type { HarReport } from "./shape.ts";

type Place = HarReport["rules"][number]["evidence"][number];

/** Calls and rows that the page shows; `report.json` has the others. */
const [callsMax, rowsMax] = [200, 500];

export function documentOfHarReport(report: HarReport): Document {
  const { unexplained } = report;
  return {
    title: `check-har: ${counted(unexplained.length, "unexplained call")}`,
    blocks: [
      ...aboutBlocks(report),
      ...unexplainedBlocks(report),
      ...report.undecidedChoices.map(({ choices, calls }): Block => {
        const named = choices.map((one) =>
          one.map(({ rule, choice }) => quoted(`${rule}=${choice}`)).join(" with "),
        );
        return {
          type: "verdict",
          mark: "question",
          title: named.join(" or "),
          text: `They explain equally well: ${calls.map(placeText).join(", ")}.`,
        };
      }),
      ...ruleBlocks(report),
    ],
  };
}

function aboutBlocks({
  calls,
  files,
  period,
  skipped,
  summary,
  version,
}: HarReport): readonly Block[] {
  const undecided = undecidedTexts(calls.undecided).map((text) => `${text}.`);
  const left = skippedText(skipped);
  return [
    paragraph(
      `${counted(calls.total, "call")} of a Lead API in ${counted(files, "file")}, ${period.from} to ${period.to}: ${calls.judged} judged. lead-sandbox ${version}.`,
    ),
    ...(summary.interrupted ? [paragraph("Interrupted: not every alternative was tried.")] : []),
    ...list([...undecided, ...(left === "" ? [] : [`${left}.`])]),
  ];
}

function unexplainedBlocks({ unexplained }: HarReport): readonly Block[] {
  if (unexplained.length === 0) return [paragraph("Every judged call is explained.")];
  const more = unexplained.length - callsMax;
  return [
    heading("Unexplained: no choice of a rule gives these answers"),
    ...unexplained.slice(0, callsMax).flatMap((call): readonly Block[] => [
      {
        type: "verdict",
        mark: "high",
        title: `${quoted(call.request)} at ${call.date}, ${placeText(call)}`,
        text:
          call.rules.length === 0 ? "" : `The sandbox cites ${call.rules.map(quoted).join(", ")}.`,
      },
      ...table(
        ["feature", "expected", "recorded"],
        Object.keys(call.recorded).map((feature) => [
          quoted(feature),
          quoted(call.expected[feature] ?? ""),
          quoted(call.recorded[feature] ?? ""),
        ]),
      ),
    ]),
    ...(more > 0 ? [paragraph(`And ${more} more.`)] : []),
  ];
}

function ruleBlocks({ rules, summary }: HarReport): readonly Block[] {
  const { confirmed, denied, partly, unknown } = summary;
  const shown = rules.filter(({ verdict }) => verdict !== "unknown");
  const inOrder = [
    ...shown.filter(({ verdict }) => verdict === "denied"),
    ...shown.filter(({ verdict }) => verdict !== "denied"),
  ];
  return [
    heading("Rules with a choice"),
    paragraph(
      `${confirmed} confirmed, ${denied} denied, ${partly} partly, ${unknown} unknown. Unknown ones are not listed.`,
    ),
    ...table(
      ["verdict", "rule", "choice", "evidence"],
      inOrder
        .slice(0, rowsMax)
        .map(({ verdict, rule, choice, default: byDefault, standing, evidence }) => [
          verdict,
          `${quoted(rule)} (${standing})`,
          choice === byDefault
            ? quoted(choice)
            : `${quoted(choice)} instead of ${quoted(byDefault)}`,
          evidence.slice(0, 3).map(placeText).join("\n"),
        ]),
    ),
  ];
}

function placeText({ file, entry }: Pick<Place, "entry" | "file">): string {
  return `file ${file} entry ${entry}`;
}
