/** The report as JUnit XML, with a test case for each check. */
import { attributes, junitDocument } from "../../../base/texts/junit.ts";
import { lastLines, visible } from "../../../base/texts/visible.ts";
import { escaped } from "../../../base/texts/xml.ts";
import { evidenceText } from "./facts.ts";
import { isFailedCheck } from "./report.ts";
import type { Report, ReportedCheck } from "./shape.ts";

/** A violation fails, and so does a required check that is not shown. Attention and what was not exercised are skipped. */
export function junitOfReport({ checks, problem, summary }: Report): string {
  const cases = checks.map(caseOf);
  const count = (wanted: string): number => cases.filter(({ kind }) => kind === wanted).length;
  const counts = {
    failures: count("failure"),
    errors: problem === null ? 0 : 1,
    skipped: count("skipped"),
    durationMs: summary.durationMs,
  };
  return junitDocument("assess", counts, [
    ...(problem === null
      ? []
      : [
          `    <testcase${attributes({ classname: "assess", name: "baseline", time: 0 })}><error${attributes({ message: problem.message })}>${escaped(lastLines(problem.output).join("\n"))}</error></testcase>`,
        ]),
    ...cases.map(({ xml }) => xml),
  ]);
}

function caseOf(check: ReportedCheck) {
  const { id, verdict, reason, advice, evidence } = check;
  const kind = isFailedCheck(check) ? "failure" : verdict === "shown" ? null : "skipped";
  const text = [...evidence.map(evidenceText), ...(advice === null ? [] : [advice])].join("\n");
  const message = attributes({ message: `${verdict}: ${reason}` });
  const inner =
    kind === null
      ? ""
      : kind === "skipped"
        ? `<skipped${message}/>`
        : `<failure${attributes({ type: verdict })}${message}>${escaped(visible(text))}</failure>`;
  const open = `    <testcase${attributes({ classname: "assess", name: id, time: 0 })}`;
  return { kind, xml: inner === "" ? `${open}/>` : `${open}>${inner}</testcase>` };
}
