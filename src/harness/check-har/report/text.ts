/** The report of `check-har` for a terminal. */
import { visible } from "../../../base/texts/visible.ts";
import { counted } from "../../../base/values/counted.ts";
import { skippedText } from "../../traffic/recording.ts";
import { undecidedTexts } from "../replay/undecided.ts";
import type { HarReport } from "./shape.ts";

/** Calls and features that the terminal shows; `report.json` has the others. */
const callsMax = 20;
const featuresMax = 6;

export function textOfHarReport(report: HarReport, folder: string | null): string {
  const lines = [
    ...about(report),
    ...unexplained(report),
    ...report.undecidedChoices.flatMap(({ choices, calls }) => [
      "",
      `OPEN  ${choices.map((one) => one.map(({ rule, choice }) => `${rule}=${choice}`).join(" with ")).join(" or ")}`,
      `  explain equally well: ${calls.map(({ file, entry }) => `file ${file} entry ${entry}`).join(", ")}`,
    ]),
    ...rules(report),
    ...(folder === null ? [] : outputs(folder)),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

function about({ calls, files, period, skipped, summary }: HarReport): readonly string[] {
  const reasons = undecidedTexts(calls.undecided).map((text) => `  ${text}`);
  const left = skippedText(skipped);
  return [
    `${counted(calls.total, "call")} of a Lead API in ${counted(files, "file")}, ${period.from} to ${period.to}: ${calls.judged} judged`,
    ...reasons,
    ...(left === "" ? [] : [`  ${left}`]),
    ...(summary.interrupted ? ["  INTERRUPTED: not every alternative was tried"] : []),
  ];
}

function unexplained({ unexplained: calls }: HarReport): readonly string[] {
  if (calls.length === 0) return ["", "Every judged call is explained."];
  const shown = calls
    .slice(0, callsMax)
    .flatMap(({ file, entry, date, request, expected, recorded, rules: cited }) => [
      `  file ${file} entry ${entry}  ${date}  ${request}`,
      ...Object.keys(recorded)
        .slice(0, featuresMax)
        .map(
          (feature) =>
            `    ${feature}: expected ${expected[feature]}, recorded ${recorded[feature]}`,
        ),
      ...(cited.length === 0 ? [] : [`    rules: ${cited.join(", ")}`]),
    ]);
  const more = calls.length > callsMax ? [`  … and ${calls.length - callsMax} more`] : [];
  return [
    "",
    `UNEXPLAINED  ${counted(calls.length, "call")}, which no choice of a rule explains`,
    ...shown,
    ...more,
  ];
}

function rules({ rules: all, summary }: HarReport): readonly string[] {
  const { confirmed, denied, partly, unknown } = summary;
  const shown = all.filter(({ verdict }) => verdict === "denied");
  return [
    "",
    `Rules with a choice: ${confirmed} confirmed, ${denied} denied, ${partly} partly, ${unknown} unknown`,
    ...shown.map(
      ({ rule, choice, default: byDefault, standing, evidence }) =>
        `  DENIED  ${rule}: ${choice} instead of ${byDefault} (${standing}), ${evidence
          .slice(0, 3)
          .map(({ file, entry }) => `file ${file} entry ${entry}`)
          .join(", ")}`,
    ),
  ];
}

function outputs(folder: string): readonly string[] {
  return [
    "",
    `Written to ${folder}: report.html, report.md, report.xml, report.json, assumptions.json, world.json. To serve the recorded situation:`,
    `  lead-sandbox --fixture ${folder}/world.json --assumptions ${folder}/assumptions.json`,
  ];
}
